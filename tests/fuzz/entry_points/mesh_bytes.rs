//! Mesh files, OBJ and STL, referenced by scenes: random bytes, mutated files, and headers that do
//! not match the rest of the file.

use super::mutate::mutated;
use super::support::Random;
use kinesweep::Scene;
use kinesweep::scene::{SceneError, ShapeKind};
use std::path::PathBuf;

const OBJ: &str = include_str!("../corpus/tetrahedron.obj");
const STL: &str = include_str!("../corpus/tetrahedron.stl");

const OBJ_WORDS: [&str; 12] = [
    "v", "f", "vn", "vt", "o", "g", "l", "p", "usemtl", "mtllib", "1//1", "-1/-1/-1",
];
const STL_WORDS: [&str; 8] = ["solid", "facet", "normal", "outer", "loop", "vertex", "endloop", "endsolid"];

/// Files with more triangles than this are only read.
const MOST_TRIANGLES: usize = 1000;

/// A folder of this process and thread.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kinesweep-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

pub(crate) fn run(data: &[u8]) {
    let random = &mut Random::from_bytes(data);
    let (name, bytes) = match random.below(5) {
        0 => ("any.obj", data.to_vec()),
        1 => ("any.stl", data.to_vec()),
        2 => ("mutated.obj", mutated(OBJ, OBJ, &OBJ_WORDS, random)),
        3 => ("mutated.stl", mutated(STL, STL, &STL_WORDS, random)),
        _ => ("binary.stl", binary_stl(random)),
    };
    let path = folder().join(name);
    std::fs::write(&path, &bytes).expect("a temporary file");
    let text = format!("[[bodies]]\nshape = {{ kind = 'mesh', file = '{name}' }}\n");
    let origin = folder().join("scene.toml").display().to_string();
    match Scene::from_toml_str(&text, &origin) {
        Ok(scene) => {
            let ShapeKind::Mesh { vertices, triangles } = scene.bodies[0].shape.kind() else {
                panic!("a mesh: {:?}", scene.bodies[0].shape)
            };
            assert!(vertices.iter().all(|vertex| vertex.iter().all(|c| c.is_finite())));
            assert!(triangles.iter().flatten().all(|corner| (*corner as usize) < vertices.len()));
            if triangles.len() <= MOST_TRIANGLES {
                let _ = kinesweep::impact::Collider::new(&scene.bodies[0].shape);
            }
        }
        Err(SceneError::Value { at, error }) => {
            assert_eq!(at.file, origin);
            assert!(error.field.starts_with("bodies[0].shape"), "{error}");
        }
        Err(other) => panic!("{other}"),
    }
}

/// A header, a declared number of triangles that may be wrong, and some triangles.
fn binary_stl(random: &mut Random) -> Vec<u8> {
    const HEADER: usize = 80;
    let mut bytes = vec![b' '; HEADER];
    if random.below(2) == 0 {
        bytes[..5].copy_from_slice(b"solid");
    }
    let count = random.below(4) as u32;
    let declared = match random.below(4) {
        0 => count,
        1 => count + 1,
        2 => u32::MAX,
        _ => random.bits() as u32,
    };
    bytes.extend(declared.to_le_bytes());
    for _ in 0..count {
        for _ in 0..12 {
            let number = if random.below(4) == 0 {
                f32::from_bits(random.bits() as u32)
            } else {
                random.below(9) as f32 - 4.0
            };
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0, 0]);
    }
    let end = bytes.len() - if random.below(4) == 0 { random.below(60) as usize } else { 0 };
    bytes.truncate(end);
    bytes
}
