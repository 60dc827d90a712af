//! Mesh files: Wavefront OBJ and STL, text or binary.

use crate::limits::ValueError;
use crate::scene::Shape;
use nalgebra::Vector3;
use std::io::Cursor;
use std::path::Path;

/// Error of a mesh file.
#[derive(Debug)]
pub(super) enum MeshError {
    /// It cannot be read; the message.
    Unreadable(String),
    /// Its content is not a valid mesh.
    Unusable(ValueError),
}

/// Vertices and triangles.
type Mesh = (Vec<Vector3<f64>>, Vec<[u32; 3]>);

/// Reads a mesh file, by its extension.
pub(super) fn read(path: &Path) -> Result<Shape, MeshError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    let read: fn(Vec<u8>) -> Result<Mesh, String> = match extension.as_str() {
        "obj" => from_obj,
        "stl" => from_stl,
        _ => return Err(MeshError::Unreadable("must be a file named *.obj or *.stl".to_owned())),
    };
    let unreadable =
        |reason: String| MeshError::Unreadable(format!("must be a mesh that can be read: {}: {reason}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let (vertices, triangles) = read(bytes).map_err(unreadable)?;
    if triangles.is_empty() {
        return Err(unreadable("it has no triangles".to_owned()));
    }
    Shape::mesh(vertices, triangles).map_err(MeshError::Unusable)
}

fn from_obj(bytes: Vec<u8>) -> Result<Mesh, String> {
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    // Only vertices and faces are needed; texture indices out of range overflow in the reader.
    let expected = |line: &&str| matches!(line.split_whitespace().next(), Some("v" | "f"));
    let lines: Vec<&str> = text.lines().filter(expected).collect();
    let options = tobj::LoadOptions {
        triangulate: true,
        ..tobj::LoadOptions::default()
    };
    let no_materials = |_: &Path| Err(tobj::LoadError::GenericFailure);
    let (models, _) =
        tobj::load_obj_buf(&mut Cursor::new(lines.join("\n")), &options, no_materials).map_err(|error| error.to_string())?;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for model in models {
        let first = u32::try_from(vertices.len()).map_err(|error| error.to_string())?;
        let corners = |corner: &[f64; 3]| Vector3::from(*corner);
        vertices.extend(model.mesh.positions.as_chunks().0.iter().map(corners));
        triangles.extend(
            model
                .mesh
                .indices
                .as_chunks()
                .0
                .iter()
                .map(|t: &[u32; 3]| t.map(|i| i + first)),
        );
    }
    Ok((vertices, triangles))
}

fn from_stl(mut bytes: Vec<u8>) -> Result<Mesh, String> {
    /// A binary file is a header of 80 bytes, the number of triangles, and 50 bytes a triangle.
    const HEADER: usize = 80;
    const TRIANGLE: usize = 50;
    const TEXT: &[u8] = b"solid";
    if bytes.starts_with(TEXT) {
        let declared = bytes
            .get(HEADER..HEADER + 4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let is_binary = declared.is_some_and(|count| (HEADER + 4) as u64 + count as u64 * TRIANGLE as u64 == bytes.len() as u64);
        if is_binary {
            // Some programs begin binary files with the word of text files, which the reader would
            // follow.
            bytes[..TEXT.len()].fill(b' ');
        } else {
            // A solid without a name is valid, but the reader needs a space.
            bytes.insert(TEXT.len(), b' ');
        }
    }
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let vertices = mesh.vertices.iter().map(|v| Vector3::from(v.0).cast()).collect();
    let triangles = mesh.faces.iter().map(|face| {
        let [a, b, c] = face.vertices.map(u32::try_from);
        Ok([a?, b?, c?])
    });
    let triangles: Result<_, std::num::TryFromIntError> = triangles.collect();
    Ok((vertices, triangles.map_err(|error| error.to_string())?))
}
