// kubepad-apiserver: the server under the flags of kube-apiserver.
import { runProgram } from "./run-program.ts";

await runProgram("kubepad-apiserver", process.argv.slice(2));
