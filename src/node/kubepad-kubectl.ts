// kubepad-kubectl: the program `kubectl` of the assets of envtest.
import { runKubectlProgram } from "./kubectl/run-kubectl-program.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const code = await runKubectlProgram(process.argv.slice(2), stop.signal);
// connections that are kept may not hold the process
process.stdout.write("", () => process.exit(code));
