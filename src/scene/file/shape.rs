//! Shapes.

use super::error::SceneError;
use super::mesh;
use super::reader::{Field, Table};
use super::rotation::check_rotation;
use crate::limits::ValueError;
use crate::scene::{Shape, place};
use nalgebra::Vector3;

/// The reader of a kind of shape.
type Reader = fn(&Table) -> Result<Shape, SceneError>;

const KINDS: [(&str, Reader); 12] = [
    ("ball", ball),
    ("cuboid", cuboid),
    ("capsule", capsule),
    ("half_space", half_space),
    ("ring", ring),
    ("convex", convex),
    ("mesh", mesh_or_file),
    ("compound", compound),
    ("ellipsoid", ellipsoid),
    ("cylinder", cylinder),
    ("cone", cone),
    ("rounded-cuboid", rounded_cuboid),
];

/// Reads a shape.
pub(super) fn read(field: &Field) -> Result<Shape, SceneError> {
    let table = field.open_table()?;
    let names = KINDS.map(|(name, _)| name).join(", ");
    let kind = table.need("kind", &format!("one of {names}"))?;
    kind.one_of(&KINDS)?(&table)
}

/// Adds the place of the shape to a constructor's error.
fn checked(table: &Table, shape: Result<Shape, ValueError>) -> Result<Shape, SceneError> {
    shape.map_err(|error| table.field().refuse_within(error))
}

fn length(table: &Table, key: &str) -> Result<f64, SceneError> {
    table.need(key, "a length in metres")?.number()
}

fn ball(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "radius"])?;
    checked(table, Shape::ball(length(table, "radius")?))
}

fn cuboid(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_extents"])?;
    let half_extents = table.need("half_extents", "three lengths in metres")?.vector()?;
    checked(table, Shape::cuboid(half_extents))
}

fn capsule(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_height", "radius"])?;
    checked(table, Shape::capsule(length(table, "half_height")?, length(table, "radius")?))
}

fn ellipsoid(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_axes"])?;
    let half_axes = table.need("half_axes", "three lengths in metres")?.vector()?;
    checked(table, Shape::ellipsoid(half_axes))
}

fn cylinder(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_height", "radius"])?;
    checked(
        table,
        Shape::cylinder(length(table, "half_height")?, length(table, "radius")?),
    )
}

fn cone(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_height", "radius"])?;
    checked(table, Shape::cone(length(table, "half_height")?, length(table, "radius")?))
}

fn rounded_cuboid(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "half_extents", "radius"])?;
    let half_extents = table.need("half_extents", "three lengths in metres")?.vector()?;
    checked(table, Shape::rounded_cuboid(half_extents, length(table, "radius")?))
}

fn half_space(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "normal"])?;
    let normal = table.need("normal", "an outward normal of three numbers")?.vector()?;
    checked(table, Shape::half_space(normal))
}

fn ring(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "major", "minor", "segments", "sides"])?;
    let pieces = |key: &str| {
        let field = table.need(key, "a whole number")?;
        // The constructor checks the range.
        field.whole(0..=u64::from(u32::MAX)).map(|count| count as u32)
    };
    let (segments, sides) = (pieces("segments")?, pieces("sides")?);
    checked(
        table,
        Shape::ring(length(table, "major")?, length(table, "minor")?, segments, sides),
    )
}

fn convex(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "points"])?;
    checked(table, Shape::convex(points(table, "points")?))
}

fn points(table: &Table, key: &str) -> Result<Vec<Vector3<f64>>, SceneError> {
    let field = table.need(key, "an array of points, each of three numbers")?;
    let items = field.items()?;
    if items.is_empty() {
        return Err(field.refuse("must not be empty"));
    }
    items.iter().map(Field::vector).collect()
}

fn mesh_or_file(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "vertices", "triangles", "file"])?;
    let Some(file) = table.get("file") else {
        let vertices = points(table, "vertices")?;
        let triangles = table.need("triangles", "an array of three indices each")?;
        let corners = |item: &Field| {
            let corners: [Field; 3] = item.exactly("three indices")?;
            let mut indices = [0; 3];
            for (index, corner) in indices.iter_mut().zip(corners) {
                *index = corner.whole(0..=vertices.len() as u64 - 1)? as u32;
            }
            Ok(indices)
        };
        let triangles = triangles.items()?.iter().map(corners).collect::<Result<_, _>>()?;
        return checked(table, Shape::mesh(vertices, triangles));
    };
    if let Some(other) = table.get("vertices").or_else(|| table.get("triangles")) {
        return Err(other.refuse("must be left out where a file is given"));
    }
    mesh::read(&file.source().folder.join(file.text()?)).map_err(|reason| match reason {
        mesh::MeshError::Unreadable(message) => file.refuse(message),
        mesh::MeshError::Unusable(error) => file.refuse_for(&error),
    })
}

fn compound(table: &Table) -> Result<Shape, SceneError> {
    table.allow_only(&["kind", "parts"])?;
    let mut parts = Vec::new();
    for item in table.need("parts", "an array of { shape, position, orientation }")?.items()? {
        let part = item.table(&["shape", "position", "orientation"])?;
        let shape = read(&part.need("shape", "a shape")?)?;
        let position = part.read("position", Field::vector)?.unwrap_or_default();
        let orientation = part.read("orientation", Field::vector)?.unwrap_or_default();
        check_rotation(&part, &orientation)?;
        parts.push((place(position, orientation), shape));
    }
    checked(table, Shape::compound(parts))
}
