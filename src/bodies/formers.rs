//! What bodies were like before the events of a window, to go back.

use super::{Bodies, Condition};

/// The bodies that have changed in a window, as they were at its begin.
#[derive(Debug, Default)]
pub(super) struct Formers {
    kept: Vec<(u32, Condition)>,
    /// By the places of bodies: whether one is kept.
    marks: Vec<bool>,
}

impl Bodies {
    /// Begins a window: keeps from now on what bodies are like before they change.
    pub(crate) fn keep_formers(&mut self) {
        self.take_formers();
        self.formers.get_or_insert_default();
    }

    /// Keeps what a body is like, if that is asked for and it has not changed before in the window.
    #[inline]
    pub(crate) fn keep_former(&mut self, index: u32) {
        if self.formers.is_some() {
            self.keep(index);
        }
    }

    #[cold]
    fn keep(&mut self, index: u32) {
        let Some(mut formers) = self.formers.take() else { return };
        let place = index as usize;
        if formers.marks.len() <= place {
            formers.marks.resize(self.places.len(), false);
        }
        if !std::mem::replace(&mut formers.marks[place], true) {
            formers.kept.push((index, self[index].condition()));
        }
        self.formers = Some(formers);
    }

    /// What a body was like at the begin of the window, if it has changed since.
    pub(crate) fn former(&self, index: u32) -> Option<&Condition> {
        let formers = self.formers.as_ref()?;
        let is_kept = formers.marks.get(index as usize).copied().unwrap_or(false);
        let found = || formers.kept.iter().find(|(kept, _)| *kept == index);
        is_kept.then(found).flatten().map(|(_, condition)| condition)
    }

    /// Takes what bodies were like at the begin of the window.
    pub(crate) fn take_formers(&mut self) -> Vec<(u32, Condition)> {
        let Some(formers) = &mut self.formers else {
            return Vec::new();
        };
        for (body, _) in &formers.kept {
            formers.marks[*body as usize] = false;
        }
        std::mem::take(&mut formers.kept)
    }
}
