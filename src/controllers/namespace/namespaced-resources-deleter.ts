import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { ContentPass } from "./content-pass.ts";
import type { DeletionConditions } from "./deletion-conditions.ts";
import type { Namespace } from "./namespace-type.ts";

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const finalizerToken = "kubernetes";

/** What a deletion of a namespace works with; `now` gives RFC 3339. */
export interface DeleterContext {
  readonly client: Client;
  readonly now: () => string;
  readonly signal: AbortSignal;
}

/**
 * Deletes a namespace's content and then releases it. Resolves with the seconds after which to look again, 0 when
 * nothing is left to do;
 * rejects where something failed and is to be tried again (deletion.NamespacedResourcesDeleter).
 */
export async function deleteNamespace(ctx: DeleterContext, name: string): Promise<number> {
  const found = await orUndefined(ctx.client.get<Namespace>(namespaces, name, ctx.signal));
  if (found?.metadata.deletionTimestamp === undefined) return 0;
  const namespace = await retryOnConflict(ctx, found, (live) => markTerminating(ctx, live));
  if (namespace === undefined || (namespace.spec?.finalizers ?? []).length === 0) return 0;
  const pass = new ContentPass(ctx.client, name, ctx.signal);
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

/** Changes a namespace from its newest state; undefined where it is gone. Rejects where another one took its name. */
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
