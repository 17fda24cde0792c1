// kubepad-etcd: the program `etcd` of the assets of envtest.
import { runProgram } from "./run-program.ts";

await runProgram("etcd", process.argv.slice(2));
