use super::Gas;
use crate::broad_phase::Image;
use crate::sap::Aabb;
use nalgebra::Vector3;
#[derive(Clone, Copy, Debug)]
pub(crate) enum Region {
    Box(Aabb<f64, 3>),
    HalfSpace { normal: Vector3<f64>, offset: f64 },
    Everything,
}
impl Gas {
    pub(crate) fn set_zone(&mut self, _b: u32, _r: Region) {}
    pub(crate) fn remove_zone(&mut self, _b: u32) {}
    pub(crate) fn has_rezoned(&self) -> bool { false }
    pub(crate) fn take_rezoned(&mut self) -> Vec<u32> { Vec::new() }
    pub(crate) fn zones_of(&self, _n: u32, _f: &mut Vec<(u32, Image)>) {}
    pub(crate) fn contains(&self, name: u32) -> bool { self.slots.get(name as usize).is_some_and(|s| *s != super::cells::NONE) }
    pub(crate) fn least_width(&self) -> f64 { self.grid.least_width() }
}
