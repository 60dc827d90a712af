//! `kinesweep completions`: completion scripts of shells.

use super::{Cli, Failure};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::Write;

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut command = Cli::command();
        let name = command.get_name().to_owned();
        // Not to standard output directly: a closed pipe would be a panic.
        let mut script = Vec::new();
        generate(self.shell, &mut command, name, &mut script);
        std::io::stdout().lock().write_all(&script)?;
        Ok(())
    }
}
