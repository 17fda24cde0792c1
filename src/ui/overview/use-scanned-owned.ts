import { isBuiltinGroup } from "../../apimachinery/builtin-group.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isKubeObject, pageAgent, sendJson } from "../data/send.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { targetOf, withParameter, type Resource } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import { usePage, type Page } from "../state/page.ts";
import { sourceOfOne } from "./sources-of.ts";
import type { Source } from "./use-sources.ts";

const metadataOnly = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";
const pageSize = "500";
/** How many of the objects that are found are followed. */
const mostFollowed = 30;
/** How long the scan waits, so that what is shown at once comes first. */
const pauseMs = 250;

/** Kinds that are made of others, and of which there are many. */
const skipped = new Set(["events", "endpointslices", "endpoints", "leases", "componentstatuses"]);

const isOwned = ({ metadata }: KubeObject, uid: string): boolean =>
  metadata.ownerReferences?.some((owner) => owner.uid === uid) === true;

/** The sources of the objects of a kind that an object owns, going by the metadata of all of them. */
async function ownedOfKind(
  page: Page,
  kind: Resource,
  { namespace, uid }: { readonly namespace: string | undefined; readonly uid: string },
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const found: Source[] = [];
  let token = "";
  do {
    const target = withParameter(targetOf({ ...kind, namespace }), "limit", pageSize);
    const list = await sendJson(page.handle, pageAgent, {
      method: "GET",
      target: withParameter(target, "continue", token),
      headers: [["Accept", metadataOnly]],
      signal,
    }).catch(() => undefined);
    if (!isRecord(list) || !Array.isArray(list["items"])) break;
    for (const item of list["items"])
      if (isKubeObject(item) && isOwned(item, uid))
        found.push(sourceOfOne(kind, item.metadata.namespace, item.metadata.name ?? ""));
    token = isRecord(list["metadata"]) ? String(list["metadata"]["continue"] ?? "") : "";
  } while (token !== "" && !signal.aborted);
  return found;
}

const none: readonly Source[] = [];

/**
 * Finds what an object of a kind of a definition owns: nothing but owner references tells, so the metadata of all kinds
 * is read, after what is shown at once and again when the object changes.
 */
export function useScannedOwned(kind: Resource, object: KubeObject): readonly Source[] {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const { namespace, uid, resourceVersion } = object.metadata;
  const isScanned = !isBuiltinGroup(kind.group);
  const found = useLatestAnswer(
    (signal) => {
      if (!isScanned) return undefined;
      const wanted = resources.filter(
        ({ verbs, namespaced, resource }) =>
          verbs.includes("list") && !skipped.has(resource) && (namespaced || namespace === undefined),
      );
      const scans = wanted.map((one) => ownedOfKind(page, one, { namespace, uid: uid ?? "" }, signal));
      return Promise.all(scans).then((sources) => sources.flat().slice(0, mostFollowed));
    },
    [page, resources, isScanned, namespace, uid, resourceVersion], // oxlint-disable-line react-hooks/exhaustive-deps -- an owner says what it has made
    pauseMs,
  );
  return found ?? none;
}
