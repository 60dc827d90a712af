//! Mesh files that scenes refer to: OBJ and STL.

use super::*;

/// The corners of every triangle, sorted: equal for equal surfaces with any order of vertices.
fn corners(shape: &Shape) -> Vec<[[f64; 3]; 3]> {
    let ShapeKind::Mesh { vertices, triangles } = shape.kind() else {
        panic!("a mesh")
    };
    let mut corners: Vec<_> = triangles
        .iter()
        .map(|t| t.map(|i| <[f64; 3]>::from(vertices[i as usize])))
        .collect();
    corners.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
    corners
}

fn scene_with_mesh(folder: &Path, file: &str) -> Result<Scene, SceneError> {
    let path = folder.join("scene.toml");
    let text = format!("[[bodies]]\nshape = {{ kind = 'mesh', file = '{file}' }}\n");
    fs::write(&path, text).expect("a temporary folder can be written to");
    Scene::from_file(path)
}

/// A ring with coordinates that are multiples of 1/64, so exact in single precision.
fn coarse_ring() -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let ring = Shape::ring(2.0, 0.5, 8, 4).unwrap();
    let ShapeKind::Mesh { vertices, triangles } = ring.kind() else {
        panic!("a mesh")
    };
    (
        vertices.iter().map(|v| v.map(|c| (c * 64.0).round() / 64.0)).collect(),
        triangles.clone(),
    )
}

fn obj_of(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> String {
    let mut text = "# a ring\nmtllib nowhere.mtl\no ring\nvt 0 0\n".to_owned();
    for v in vertices {
        text += &format!("v {} {} {}\n", v.x, v.y, v.z);
    }
    text += "usemtl none\ns off\n";
    for [a, b, c] in triangles {
        text += &format!("f {}/1 {}/1 {}/1\n", a + 1, b + 1, c + 1);
    }
    text
}

fn stl_text_of(vertices: &[Vector3<f64>], triangles: &[[u32; 3]], name: &str) -> String {
    let mut text = format!("solid{name}\n");
    for triangle in triangles {
        text += "facet normal 0 0 0\nouter loop\n";
        for index in triangle {
            let v = vertices[*index as usize];
            text += &format!("vertex {} {} {}\n", v.x, v.y, v.z);
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid\n"
}

fn stl_binary_of(vertices: &[Vector3<f64>], triangles: &[[u32; 3]], header: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        for index in triangle {
            bytes.extend(vertices[*index as usize].iter().flat_map(|c| (*c as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn obj_and_stl_files_give_the_written_mesh() -> Outcome {
    let folder = tempfile::tempdir()?;
    let (vertices, triangles) = coarse_ring();
    let expected = corners(&Shape::mesh(vertices.clone(), triangles.clone())?);
    fs::create_dir(folder.path().join("meshes"))?;
    let files = [
        ("meshes/ring.obj", obj_of(&vertices, &triangles).into_bytes()),
        ("crlf.OBJ", obj_of(&vertices, &triangles).replace('\n', "\r\n").into_bytes()),
        ("text.stl", stl_text_of(&vertices, &triangles, " ring").into_bytes()),
        ("nameless.stl", stl_text_of(&vertices, &triangles, "").into_bytes()),
        ("binary.stl", stl_binary_of(&vertices, &triangles, b"binary")),
        ("solid.STL", stl_binary_of(&vertices, &triangles, b"solid but binary")),
    ];
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes)?;
        let scene = scene_with_mesh(folder.path(), name)?;
        assert_eq!(corners(&scene.bodies[0].shape), expected, "{name}");
        let ShapeKind::Mesh { vertices: read, .. } = scene.bodies[0].shape.kind() else {
            panic!("a mesh")
        };
        assert_eq!(read.len(), vertices.len(), "{name}: shared corners are shared");
    }
    // OBJ files keep double precision, polygons become triangles, and negative indices count from
    // the end.
    fs::write(
        folder.path().join("quad.obj"),
        "v 0 0 0.1\nv 1 0 0.1\nv 1 1 0.1\nv 0 1 0.1\nf -4 -3 -2 -1\n",
    )?;
    let quad = scene_with_mesh(folder.path(), "quad.obj")?;
    let corners = corners(&quad.bodies[0].shape);
    assert_eq!(corners.len(), 2);
    assert!(corners.iter().flatten().all(|corner| corner[2] == 0.1));
    Ok(())
}

#[test]
fn invalid_mesh_files_are_refused_with_key_and_reason() -> Outcome {
    let folder = tempfile::tempdir()?;
    let (vertices, triangles) = coarse_ring();
    let binary = stl_binary_of(&vertices, &triangles, b"binary");
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
    let cases: [(&str, Vec<u8>, &str); 14] = [
        ("empty.obj", Vec::new(), "it has no triangles"),
        ("empty.stl", Vec::new(), "must be a mesh that can be read"),
        ("points.obj", square.into(), "it has no triangles"),
        (
            "flat.obj",
            format!("{square}f 1 2 2\n").into(),
            "triangles[0] = [0, 1, 1]: must have an area",
        ),
        ("edge.obj", format!("{square}f 1 2\n").into(), "must have an area"),
        ("bare.obj", format!("{square}f\n").into(), "invalid polygon"),
        (
            "far.obj",
            format!("{square}f 1 2 4\n").into(),
            "face vertex index out of bounds",
        ),
        (
            "zero.obj",
            format!("{square}f 0 1 2\n").into(),
            "face vertex index out of bounds",
        ),
        (
            "back.obj",
            format!("{square}vt 0 0\nf -9/-9 2/-9 3/-9\n").into(),
            "face vertex index out of bounds",
        ),
        ("word.obj", format!("{square}f a b c\n").into(), "face parse error"),
        (
            "nan.obj",
            "v nan 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n".into(),
            "vertices[0] = [NaN, 0, 0]: each component",
        ),
        ("bytes.obj", vec![b'v', b' ', 0xff, b'\n'], "invalid utf-8"),
        ("empty-text.stl", b"solid x\nendsolid x\n".to_vec(), "it has no triangles"),
        ("cut.stl", binary[..200].to_vec(), "must be a mesh that can be read"),
    ];
    for (name, bytes, reason) in cases {
        fs::write(folder.path().join(name), bytes)?;
        let message = scene_with_mesh(folder.path(), name).unwrap_err().to_string();
        let key = format!("scene.toml:2: bodies[0].shape.file = {name:?}: ");
        assert!(
            message.contains(&key) && message.contains(reason),
            "{message}
does not contain
{key}{reason}"
        );
    }
    // Truncation at any length gives no panic. A binary file contains its length, so it is never
    // valid.
    let text = stl_text_of(&vertices[..], &triangles[..2], " x").into_bytes();
    let obj = obj_of(&vertices, &triangles[..2]).into_bytes();
    for (name, bytes) in [("b.stl", &binary[..400]), ("t.stl", &text), ("o.obj", &obj)] {
        for end in (0..bytes.len()).step_by(3) {
            fs::write(folder.path().join(name), &bytes[..end])?;
            let result = scene_with_mesh(folder.path(), name);
            assert!(result.is_err() || name != "b.stl", "{end}");
        }
    }
    Ok(())
}
