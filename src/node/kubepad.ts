// kubepad: the command of the published package.
import { runProgram } from "./run-program.ts";

await runProgram("kubepad", process.argv.slice(2));
