// The single-file program: its file names what it runs, or its first argument does. A program of SEA is a script in
// CommonJS, which cannot await at its top.
import { runProgram } from "./run-program.ts";

void runProgram(process.argv0, process.argv.slice(2));
