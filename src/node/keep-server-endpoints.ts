import type { Clock } from "../apimachinery/clock.ts";
import type { controllerClient } from "../client/controller.ts";
import { countReconciler, leaseReconciler } from "../controllers/kubernetes-service/endpoint-reconciler.ts";
import { keepEndpoints } from "../controllers/kubernetes-service/keep-endpoints.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import type { EtcdOptions } from "./etcd/etcd-options.ts";
import { EtcdMasterLeases } from "./etcd/master-leases.ts";

interface KeepOptions extends EndpointOptions {
  readonly etcd: EtcdOptions;
  readonly client: ReturnType<typeof controllerClient>;
  readonly clock: Clock;
  readonly port: number;
  readonly report: (message: string) => void;
}

/** Keeps a server among the endpoints of the Service `kubernetes`. Returns a function that takes it out of them. */
export async function keepServerEndpoints(options: KeepOptions): Promise<() => Promise<void>> {
  const { type, count, ip, etcd, client, clock, port, report } = options;
  const own = { ip, port };
  if (type === "master-count") return keepEndpoints(clock, countReconciler(client, own, count), report);
  const leases = await EtcdMasterLeases.open(etcd);
  const leave = keepEndpoints(clock, leaseReconciler(client, own, leases), report);
  return async () => {
    await leave();
    leases.close();
  };
}
