import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import type { Info } from "../../resource/info.ts";
import { groupVersion, pathOf, type ResourceMapper } from "../../resource/mapper.ts";
import { lookUp, mapperOf } from "../../resource/mapper-of.ts";
import { klogLine } from "../../rest/request-log.ts";
import { lastApplied } from "./last-applied.ts";
import { createPrinter } from "../../output/printer.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";

/** What is pruned without an allowlist (prune.defaultNamespacedPruneResources). */
const defaultKinds = (
  "v1/ConfigMap v1/Endpoints v1/PersistentVolumeClaim v1/Pod v1/ReplicationController v1/Secret v1/Service " +
  "batch/v1/Job batch/v1/CronJob networking.k8s.io/v1/Ingress apps/v1/DaemonSet apps/v1/Deployment " +
  "apps/v1/ReplicaSet apps/v1/StatefulSet v1/Namespace v1/PersistentVolume"
).split(" ");

const policies: Readonly<Record<string, string>> = {
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
};

/** The propagation policy of `--cascade`. Throws a KubectlError for one that there is not. */
export function cascadePolicy({ flags, err }: Invocation): string {
  const cascade = flags.text("cascade");
  const policy = policies[cascade];
  if (policy !== undefined) return policy;
  const isTrue = /^(?:1|t|T|TRUE|true|True)$/.test(cascade);
  if (!isTrue && !/^(?:0|f|F|FALSE|false|False)$/.test(cascade))
    throw new KubectlError(`invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`);
  const now = isTrue ? "background" : "orphan";
  err(`warning: --cascade=${cascade} is deprecated (boolean value) and can be replaced with --cascade=${now}.\n`);
  return policies[now] ?? "";
}

/** The options of deletes by `--cascade` and `--grace-period`. Throws a KubectlError. */
export function deleteOptionsOf(invocation: Invocation): JsonObject {
  const grace = invocation.flags.int("grace-period");
  return { ...(grace >= 0 && { gracePeriodSeconds: grace }), propagationPolicy: cascadePolicy(invocation) };
}

/** The resources that `--prune-allowlist` names; the default ones without. Throws a KubectlError. */
export async function prunedResources(invocation: Invocation): Promise<readonly ServedResource[]> {
  const allowed = invocation.flags.list("prune-allowlist");
  return lookUp(invocation, (mapper) => allowed.map((text) => allowedResource(mapper, text)));
}

function allowedResource(mapper: ResourceMapper, text: string): ServedResource {
  const parts = text.split("/");
  const [group = "", version = "", kind = ""] = parts;
  if (parts.length !== 3)
    throw new KubectlError(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
  return resourceOf(mapper, group === "core" ? version : `${group}/${version}`, kind);
}

function resourceOf(mapper: ResourceMapper, apiVersion: string, kind: string): ServedResource {
  const found = mapper.ofKind(apiVersion, kind);
  if (found !== undefined) return found;
  throw new KubectlError(`no matches for kind "${kind}" in version "${apiVersion}"`);
}

/** Calls `each` for the objects that apply once made and that are no more among those it was given. */
export async function unapplied(
  invocation: Invocation,
  allowed: readonly ServedResource[],
  visited: { readonly namespaces: ReadonlySet<string>; readonly uids: ReadonlySet<string> },
  each: (object: JsonObject, resource: ServedResource, namespace: string) => Promise<void>,
): Promise<void> {
  const { err, session } = invocation;
  const mapper = await mapperOf(invocation);
  if (allowed.length === 0)
    err(
      klogLine(
        "W",
        session.clock.now(),
        "prune.go:71",
        "Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.",
      ),
    );
  const resources = allowed.length > 0 ? allowed : defaultKinds.map((text) => defaultResource(mapper, text));
  const places = [...visited.namespaces].flatMap((namespace) =>
    resources.filter(({ namespaced }) => namespaced).map((resource) => ({ resource, namespace })),
  );
  const others = resources.filter(({ namespaced }) => !namespaced).map((resource) => ({ resource, namespace: "" }));
  for (const { resource, namespace } of [...places, ...others]) {
    try {
      const objects = await objectsOf(invocation, resource, namespace);
      const left = objects.filter((object) => !visited.uids.has(textAt(object, "metadata", "uid")));
      const applied = left.filter((object) => textAt(object, "metadata", "annotations", lastApplied) !== "");
      for (const object of applied) await each(object, resource, namespace);
    } catch (error) {
      throw pruneError(resource, error);
    }
  }
}

function defaultResource(mapper: ResourceMapper, text: string): ServedResource {
  const slash = text.lastIndexOf("/");
  return resourceOf(mapper, text.slice(0, slash), text.slice(slash + 1));
}

const pruneError = (resource: ServedResource, error: unknown): KubectlError =>
  new KubectlError(
    `error pruning ${resource.namespaced ? "namespaced" : "nonNamespaced"} object ${groupVersion(resource)}, Kind=${resource.kind}: ${messageOf(error)}`,
  );

async function objectsOf(
  { rest, flags }: Invocation,
  resource: ServedResource,
  namespace: string,
): Promise<readonly JsonObject[]> {
  const query = { labelSelector: flags.text("selector") };
  const list = await rest.object({ method: "GET", path: pathOf(resource, namespace), query });
  const type = { apiVersion: groupVersion(resource), kind: resource.kind };
  return itemsAt(list, "items")
    .filter(isObject)
    .map((item) => ({ ...type, ...item }));
}

/** Deletes what apply once made in the namespaces of these manifests and is no more among them (apply.pruner). */
export async function prune(
  invocation: Invocation,
  allowed: readonly ServedResource[],
  infos: readonly Info[],
  uids: ReadonlySet<string>,
  deleteOptions: JsonObject,
): Promise<void> {
  const { rest, flags, hasNamespace, namespace: own } = invocation;
  const namespaces = new Set([
    ...(hasNamespace ? [own] : []),
    ...infos.filter(({ resource }) => resource.namespaced).map(({ namespace }) => namespace),
  ]);
  const dryRun = dryRunOf(flags);
  const options = { ...deleteOptions, ...(dryRun === "server" && { dryRun: ["All"] }) };
  const body = { apiVersion: "v1", kind: "DeleteOptions", ...options };
  await unapplied(invocation, allowed, { namespaces, uids }, async (object, resource, namespace) => {
    if (dryRun !== "client")
      await rest.object({ method: "DELETE", path: pathOf(resource, namespace, nameOf(object)), body });
    // Each object has a printer of its own, so that nothing stands between documents.
    (await createPrinter(invocation))(object, doneText("pruned", dryRun));
  });
}
