import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import type { KnownDocuments } from "../../client/discovery.ts";
import { ContentPass } from "./content-pass.ts";
import type { DeletionConditions } from "./deletion-conditions.ts";
import type { Namespace } from "./namespace-type.ts";

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const finalizerToken = "kubernetes";

/** Dependencies of a namespace deletion; `now` returns the time in RFC 3339. */
export interface DeleterContext {
  readonly client: Client;
  readonly now: () => string;
  readonly signal: AbortSignal;
  /** What earlier deletions have discovered. */
  readonly known: KnownDocuments;
}

/**
 * Deletes the content of a namespace and then finalizes it. Resolves with the number of seconds after which to retry, 0
 * when the deletion is complete. Rejects when something failed and must be retried
 * (deletion.NamespacedResourcesDeleter).
 */
export async function deleteNamespace(ctx: DeleterContext, name: string): Promise<number> {
  const found = await orUndefined(ctx.client.get<Namespace>(namespaces, name, ctx.signal));
  if (found?.metadata.deletionTimestamp === undefined) return 0;
  const namespace = await retryOnConflict(ctx, found, (live) => markTerminating(ctx, live));
  if (namespace === undefined || (namespace.spec?.finalizers ?? []).length === 0) return 0;
  const pass = new ContentPass(ctx.client, name, ctx.signal, ctx.known);
  await pass.run();
  const updated = await retryOnConflict(ctx, namespace, (live) => updateConditions(ctx, live, pass.conditions));
  if (pass.errors.length > 0) throw new Error(pass.errors.join(", "));
  if (pass.estimateSeconds > 0 || updated === undefined) return pass.estimateSeconds;
  await retryOnConflict(ctx, updated, (live) => finalize(ctx, live));
  return 0;
}

async function markTerminating({ client, signal }: DeleterContext, namespace: Namespace): Promise<Namespace> {
  if (namespace.status?.phase === "Terminating") return namespace;
  return client.update<Namespace>(
    namespaces,
    { ...namespace, status: { ...namespace.status, phase: "Terminating" } },
    "status",
    signal,
  );
}

async function updateConditions(
  { client, now, signal }: DeleterContext,
  namespace: Namespace,
  conditions: DeletionConditions,
): Promise<Namespace> {
  const updated = conditions.update(namespace.status?.conditions ?? [], now());
  if (updated === undefined) return namespace;
  return client.update<Namespace>(
    namespaces,
    { ...namespace, status: { ...namespace.status, conditions: updated } },
    "status",
    signal,
  );
}

async function finalize({ client, signal }: DeleterContext, namespace: Namespace): Promise<Namespace> {
  const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== finalizerToken).sort();
  return client.update<Namespace>(
    namespaces,
    { ...namespace, spec: { ...namespace.spec, finalizers } },
    "finalize",
    signal,
  );
}

/**
 * Updates a namespace from its latest state, retrying on conflict. Returns undefined if the namespace is gone, and
 * rejects if a namespace with another uid has taken its name.
 */
async function retryOnConflict(
  { client, signal }: DeleterContext,
  namespace: Namespace,
  change: (live: Namespace) => Promise<Namespace>,
): Promise<Namespace | undefined> {
  let live = namespace;
  for (;;) {
    try {
      return await change(live);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error)) throw error;
    }
    const next = await orUndefined(client.get<Namespace>(namespaces, namespace.metadata.name ?? "", signal));
    if (next === undefined) return undefined;
    if (next.metadata.uid !== namespace.metadata.uid) throw new Error("namespace uid has changed across retries");
    live = next;
  }
}

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
