// kubepad-etcd: the program `etcd` of the assets of envtest.
import { runEtcd } from "./envtest/etcd.ts";

await runEtcd(process.argv.slice(2));
