//! The state of a run in a file, to resume the run from: a header line in JSON, and the snapshot.

use super::Failure;
use kinesweep::Scene;
use kinesweep::world::Snapshot;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The kind of file, in the first line.
const KIND: &str = "snapshot";

/// The version of the file. Another one is refused.
const VERSION: u32 = 3;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The kind of file.
    kinesweep: String,
    version: u32,
    /// The scene's name, for readers.
    scene: String,
    time: f64,
    /// Whether overlaps are reported: they are then part of the state of a world.
    overlaps: bool,
    /// The same for rests.
    rests: bool,
    /// Of the settings and the bodies of the scene.
    fingerprint: u32,
    /// Length of the rest, and its check sum (CRC-32).
    bytes: usize,
    checksum: u32,
    /// The log at that moment, if there was one. Older files have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    log: Option<LogMark>,
}

/// The log of a run at the moment when its state is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LogMark {
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    /// Check sum of these bytes (CRC-32).
    pub(crate) checksum: u32,
    /// Whether motion pieces are among the lines.
    pub(crate) pieces: bool,
}

/// A state that was read.
pub(crate) struct Saved {
    /// For messages.
    pub(crate) path: PathBuf,
    pub(crate) snapshot: Snapshot,
    pub(crate) log: Option<LogMark>,
}

/// The parts of a run that its state does not contain.
pub(crate) struct Origin<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) name: &'a str,
    pub(crate) overlaps: bool,
    pub(crate) rests: bool,
}

/// Writes the state of a run to a file, repeatedly. The file is whole at any time: the old one or
/// the new one.
pub(crate) struct Saver<'a> {
    path: &'a Path,
    origin: &'a Origin<'a>,
    fingerprint: u32,
}

impl<'a> Saver<'a> {
    /// Checks that the file can be written.
    pub(crate) fn new(path: &'a PathBuf, origin: &'a Origin) -> Result<Self, Failure> {
        let saver = Self {
            path,
            origin,
            fingerprint: fingerprint(origin.scene),
        };
        if path.is_dir() {
            return Err(Failure::Other(format!(
                "{}: cannot be written: it is a directory",
                path.display()
            )));
        }
        saver.temporary().map_err(|error| Failure::writing(path, &error))?;
        Ok(saver)
    }

    /// A file in the same folder. It replaces the other once it is written.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        NamedTempFile::with_prefix_in(".kinesweep-", folder.unwrap_or(Path::new(".")))
    }

    pub(crate) fn save(&self, snapshot: &Snapshot, log: Option<LogMark>) -> Result<(), Failure> {
        let rest = postcard::to_stdvec(snapshot).map_err(Failure::other)?;
        let header = Header {
            kinesweep: KIND.to_owned(),
            version: VERSION,
            scene: self.origin.name.to_owned(),
            time: snapshot.time(),
            overlaps: self.origin.overlaps,
            rests: self.origin.rests,
            fingerprint: self.fingerprint,
            bytes: rest.len(),
            checksum: crc32fast::hash(&rest),
            log,
        };
        let header = serde_json::to_string(&header).map_err(Failure::other)?;
        let write = || -> io::Result<()> {
            let mut file = self.temporary()?;
            writeln!(file, "{header}")?;
            file.write_all(&rest)?;
            // Otherwise a crash of the machine could leave an empty file.
            file.as_file().sync_all()?;
            file.persist(self.path)?;
            Ok(())
        };
        write().map_err(|error| Failure::writing(self.path, &error))
    }
}

/// Reads the state of a run of this scene.
pub(crate) fn read(path: &Path, origin: &Origin) -> Result<Saved, Failure> {
    let refuse = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let file = fs::read(path).map_err(|error| refuse(format!("cannot be read: {error}")))?;
    let foreign = || refuse("is not a state that `run --save` has written".to_owned());
    let end = file.iter().position(|byte| *byte == b'\n').ok_or_else(foreign)?;
    let (first, rest) = (&file[..end], &file[end + 1..]);
    let version: Version = serde_json::from_slice(first).map_err(|_| foreign())?;
    if version.kinesweep != KIND {
        return Err(foreign());
    }
    if version.version != VERSION {
        let reason = format!("is of version {}; this one reads version {VERSION}", version.version);
        return Err(refuse(reason));
    }
    let header: Header = serde_json::from_slice(first).map_err(|error| refuse(format!("is damaged: {error}")))?;
    if header.bytes != rest.len() {
        let reason = format!("is damaged: {} bytes of {} are there", rest.len(), header.bytes);
        return Err(refuse(reason));
    }
    if header.checksum != crc32fast::hash(rest) {
        return Err(refuse("is damaged: its check sum is another".to_owned()));
    }
    if header.fingerprint != fingerprint(origin.scene) {
        let reason = format!(
            "is the state of another scene (it was called {}), or of this one with another response",
            header.scene
        );
        return Err(refuse(reason));
    }
    for (flag, saved, given) in [
        ("--overlaps", header.overlaps, origin.overlaps),
        ("--rests", header.rests, origin.rests),
    ] {
        if saved != given {
            let word = if saved { "with" } else { "without" };
            return Err(refuse(format!("was saved {word} {flag}, and goes on {word} it")));
        }
    }
    let snapshot = postcard::from_bytes(rest).map_err(|error| refuse(format!("is damaged: {error}")))?;
    Ok(Saved {
        path: path.to_owned(),
        snapshot,
        log: header.log,
    })
}

/// The part of the first line that all versions have.
#[derive(Deserialize)]
struct Version {
    kinesweep: String,
    version: u32,
}

/// Distinguishes scenes by all numbers of their settings and bodies.
fn fingerprint(scene: &Scene) -> u32 {
    struct Sum(crc32fast::Hasher);
    impl fmt::Write for Sum {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text.as_bytes());
            Ok(())
        }
    }
    let mut sum = Sum(crc32fast::Hasher::new());
    write!(sum, "{:?} {:?}", scene.settings, scene.bodies).expect("a sum accepts any text");
    sum.0.finalize()
}
