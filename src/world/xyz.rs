//! Configurations as extended XYZ, the text format that programs for molecular dynamics read
//! (OVITO, ASE, VMD).
//!
//! A frame is a line with the number of bodies, a line of keys and values, and a line for each
//! body. `Lattice` holds the three sides of the domain as vectors, `Origin` its lower corner, `pbc`
//! whether it is periodic along them, `Properties` the columns.

use super::World;
use crate::domain::Domain;
use crate::scene::Dimensions;
use nalgebra::Vector3;
use std::io::{self, Write};

impl World {
    /// Writes where the bodies are at present, and how they move, as a frame of extended XYZ: the
    /// name of each shape's kind as species, position (by the image inside, in a periodic domain),
    /// velocity, radius of the bounding ball (growth included), and orientation as a quaternion x,
    /// y, z, w. Half-spaces are left out, for nothing bounds them. Metres and seconds; numbers read
    /// back to the same bits.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// let mut world = World::builder().build()?;
    /// world.insert(Body::new(Shape::ball(0.5)?))?;
    /// let mut text = Vec::new();
    /// world.write_extended_xyz(&mut text)?;
    /// let text = String::from_utf8(text)?;
    /// assert!(text.starts_with("1\nProperties=species:S:1:pos:R:3:velo:R:3:radius:R:1:orientation:R:4 Time=0.0 pbc=\"F F F\"\nball 0.0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: O(n).
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_extended_xyz(&self, mut out: impl Write) -> io::Result<()> {
        let domain = &self.config.settings().domain;
        let bounded: Vec<u32> = self
            .bodies
            .in_order()
            .iter()
            .copied()
            .filter(|index| !self.body_ref(*index).is_half_space())
            .collect();
        writeln!(out, "{}", bounded.len())?;
        if let Some([min, max]) = domain.corners() {
            let sides = max - min;
            write!(
                out,
                "Lattice=\"{:?} 0.0 0.0 0.0 {:?} 0.0 0.0 0.0 {:?}\" ",
                sides.x, sides.y, sides.z
            )?;
            write!(out, "Origin=\"{:?} {:?} {:?}\" ", min.x, min.y, min.z)?;
        }
        let periodic = match domain {
            Domain::Periodic { .. } if self.config.settings().dimensions == Dimensions::Two => "T T F",
            Domain::Periodic { .. } => "T T T",
            Domain::Box { .. } | Domain::Open => "F F F",
        };
        let columns = "species:S:1:pos:R:3:velo:R:3:radius:R:1:orientation:R:4";
        writeln!(out, "Properties={columns} Time={:?} pbc=\"{periodic}\"", self.clock.now())?;
        for index in bounded {
            let state = self.body_ref(index);
            let pose = state.piece().pose_at(self.clock.now());
            write!(out, "{}", state.constants().shape.kind().name())?;
            let vectors = [
                domain.image(&pose.translation.vector),
                state.piece().velocity_at(self.clock.now()),
            ];
            for component in vectors.iter().flat_map(Vector3::iter) {
                write!(out, " {component:?}")?;
            }
            write!(out, " {:?}", state.shape_radius() + state.piece().swell_at(self.clock.now()))?;
            for component in pose.rotation.coords.iter() {
                write!(out, " {component:?}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
