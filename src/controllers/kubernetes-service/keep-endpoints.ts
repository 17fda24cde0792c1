import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { ignore } from "../../component-base/ignore.ts";
import type { EndpointReconciler } from "./endpoint-reconciler.ts";

/** How often endpoints are reconciled (reconcilers.DefaultEndpointReconcilerInterval). */
const everyMs = 10_000;

/**
 * Keeps a server among the endpoints of the Service `kubernetes` (controlplane/controller/kubernetesservice). What
 * fails is reported, and tried again. Returns a function that takes the server out of them, once, and ends it.
 */
export function keepEndpoints(
  clock: Clock,
  reconciler: EndpointReconciler,
  report: (message: string) => void,
): () => Promise<void> {
  let cancel: () => void = ignore;
  let leaving: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  const told = (doing: string) => (error: unknown) =>
    report(`unable to ${doing} of the kubernetes Service: ${messageOf(error)}`);
  const run = (): void => {
    running = reconciler.reconcile().catch(told("reconcile the endpoints"));
    void running.finally(() => {
      if (leaving === undefined) cancel = clock.after(everyMs, run);
    });
  };
  run();
  const leave = async (): Promise<void> => {
    await running;
    await reconciler.remove().catch(told("remove this server from the endpoints"));
  };
  return () => {
    cancel();
    return (leaving ??= leave());
  };
}
