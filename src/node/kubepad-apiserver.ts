// kubepad-apiserver: the server under the flags of kube-apiserver.
import { runApiServer } from "./run-api-server.ts";

await runApiServer(process.argv.slice(2));
