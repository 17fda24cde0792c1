// kubepad-kubectl: the program `kubectl` of the assets of envtest.
import { runProgram } from "./run-program.ts";

await runProgram("kubectl", process.argv.slice(2));
