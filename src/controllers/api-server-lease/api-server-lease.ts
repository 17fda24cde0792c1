import type { Clock } from "../../apimachinery/clock.ts";
import { noneIfNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatMicroTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { ignore } from "../../component-base/ignore.ts";

/** How long the Lease of a server is valid, how often it is renewed, and others are looked at: upstream's defaults. */
const leaseSeconds = 3600;
const renewEveryMs = 10_000;
const collectEveryMs = 3_600_000;

const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };
const identityLabel = "apiserver.kubernetes.io/identity";
const component = "kube-apiserver";

/** The options of the Lease of a server. */
export interface ApiServerLeaseOptions {
  readonly client: Pick<Client, "get" | "create" | "update" | "list" | "delete">;
  /** The time of the machine. */
  readonly clock: Clock;
  /** The name of the Lease: `apiserver-` and a hash of the host's name. */
  readonly name: string;
  readonly hostname: string;
  /** Tells this process from others of the same name. */
  readonly holder: string;
}

interface Lease extends KubeObject {
  readonly spec?: { readonly renewTime?: string; readonly leaseDurationSeconds?: number };
}

/**
 * Keeps the Lease by which a server tells the others that it is there (gate APIServerIdentity), and deletes those of
 * servers that are gone (apiserverleasegc). What fails is tried again. Returns a function that ends it; the Lease
 * expires by itself.
 */
export function keepApiServerLease(options: ApiServerLeaseOptions): () => void {
  const { clock } = options;
  const cancels = [
    repeat(clock, renewEveryMs, () => renewLease(options), true),
    repeat(clock, collectEveryMs, () => deleteExpiredLeases(options), false),
  ];
  return () => cancels.forEach((cancel) => cancel());
}

function repeat(clock: Clock, everyMs: number, work: () => Promise<void>, atOnce: boolean): () => void {
  let closed = false;
  let cancel: () => void = ignore;
  const wait = (): void => {
    if (!closed) cancel = clock.after(everyMs, run);
  };
  const run = (): void => void work().catch(ignore).finally(wait);
  if (atOnce) run();
  else wait();
  return () => {
    closed = true;
    cancel();
  };
}

/** Renews the Lease of a server, or creates it. */
export async function renewLease({ client, clock, name, hostname, holder }: ApiServerLeaseOptions): Promise<void> {
  const renewTime = formatMicroTime(clock.now());
  const spec = { holderIdentity: holder, leaseDurationSeconds: leaseSeconds, renewTime };
  const labels = { [identityLabel]: component, "kubernetes.io/hostname": hostname };
  const live = await client.get<Lease>(leases, name).catch(noneIfNotFound);
  const metadata = live === undefined ? { name, labels } : { ...live.metadata, labels };
  const lease: Lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec };
  await (live === undefined ? client.create(leases, lease) : client.update(leases, lease));
}

/** Deletes the Leases of servers that were not renewed for as long as they say. */
export async function deleteExpiredLeases({ client, clock }: ApiServerLeaseOptions): Promise<void> {
  const { items } = await client.list<Lease>(leases, { labelSelector: `${identityLabel}=${component}` });
  for (const { metadata, spec } of items) {
    const { renewTime, leaseDurationSeconds = 0 } = spec ?? {};
    const ends = renewTime === undefined ? 0 : Date.parse(renewTime) + leaseDurationSeconds * 1000;
    if (ends >= clock.now()) continue;
    const { name = "", uid = "", resourceVersion = "" } = metadata;
    // one that is renewed meanwhile stays
    await client.delete(leases, name, { preconditions: { uid, resourceVersion } }).catch(ignore);
  }
}
