//! The command `kinesweep`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
