//! The command `kinesweep`.

mod cli;
mod report;

fn main() -> std::process::ExitCode {
    cli::main()
}
