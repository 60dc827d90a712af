//! The command `kinesweep`.

fn main() -> std::process::ExitCode {
    kinesweep_cli::main()
}
