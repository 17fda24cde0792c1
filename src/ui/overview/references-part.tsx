import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { idOf } from "../../diagnosis/object-id.ts";
import {
  podLabelsOf,
  type Reference,
  referencesOf,
  type ReferrerPlace,
  referrersOf,
  refersTo,
  selectsPods,
} from "../../diagnosis/references.ts";
import { isKubeObject, listItems, pageAgent, RefusedError, sendJson } from "../data/send.ts";
import { useAnswer } from "../data/use-answer.ts";
import { addressOf, apiVersionOf, targetOf, withParameter, type Resource } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import { usePage, type Page } from "../state/page.ts";
import { useWritesTo } from "../state/writes.ts";
import { placeAddress } from "./object-links.ts";
import { Part } from "./part.tsx";
import { ObjectLine } from "./related-part.tsx";
import { resourceOf } from "./sources-of.ts";
import { formatCount } from "../data/words.ts";

/** How many objects of a resource are searched for references. */
const mostSearched = 500;

interface Followed {
  readonly reference: Reference;
  readonly object: KubeObject | undefined;
  /** A server said that it is not there. */
  readonly isMissing: boolean;
}

/** Reads what an object refers to. */
async function readReferences(
  page: Page,
  resources: readonly Resource[],
  object: KubeObject,
  signal: AbortSignal,
): Promise<readonly Followed[]> {
  return Promise.all(
    referencesOf(object).map(async (reference): Promise<Followed> => {
      const { group, kind, namespace, name } = reference.to;
      const found = resourceOf(resources, group, kind);
      if (found === undefined) return { reference, object: undefined, isMissing: false };
      const path = { ...found, namespace: found.namespaced ? namespace : undefined, name };
      try {
        const read = await sendJson(page.handle, pageAgent, { method: "GET", target: targetOf(path), signal });
        const there = isKubeObject(read) ? { apiVersion: apiVersionOf(found), kind, ...read } : undefined;
        return { reference, object: there, isMissing: false };
      } catch (error) {
        const isMissing = error instanceof RefusedError && error.status.code === 404;
        return { reference, object: undefined, isMissing };
      }
    }),
  );
}

const keyOfResource = ({ group, resource }: ReferrerPlace): string => `${group}/${resource}`;

/** What an object refers to and, of that, what is not there. `stamp` changes when the object says something else. */
export function RefersToPart({ object, stamp }: { readonly object: KubeObject; readonly stamp: string }) {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const kinds = referencesOf(object).map(({ to }) => resourceOf(resources, to.group, to.kind));
  const writes = useWritesTo([...new Set(kinds.flatMap((kind) => (kind === undefined ? [] : [keyOfResource(kind)])))]);
  const { value } = useAnswer(`${stamp} ${resources.length} ${writes}`, (signal) =>
    readReferences(page, resources, object, signal),
  );
  if (value === undefined || value.length === 0) return null;
  const lacks = value.filter(({ isMissing, reference }) => isMissing && !reference.optional).length;
  return (
    <Part title="Refers to" note={lacks === 0 ? "" : `lacks ${formatCount(lacks)}`}>
      <ul className="kp-object-lines">
        {value.map((one) => (
          <li key={one.reference.path}>
            <ReferenceLine object={object} found={one} resources={resources} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface ReferenceLineProps {
  readonly object: KubeObject;
  readonly found: Followed;
  readonly resources: readonly Resource[];
}

function ReferenceLine({ object, found: { reference, object: there, isMissing }, resources }: ReferenceLineProps) {
  const { to, path, words, optional } = reference;
  const { group, kind } = idOf(object);
  const own = resourceOf(resources, group, kind);
  const place = own && placeAddress(addressOf({ ...own, ...named(object) }), path);
  const wanted = resourceOf(resources, to.group, to.kind);
  return (
    <span className="kp-object-line">
      {there === undefined ? (
        <>
          <span className="quiet small">{to.kind}</span>
          <span className="clip">{to.name}</span>
          {isMissing ? (
            <span className={optional ? "quiet small" : "kp-missing"}>
              {optional ? "not there, optional" : "not found"}
            </span>
          ) : null}
        </>
      ) : (
        <ObjectLine object={there} />
      )}
      {place === undefined ? null : (
        <a className="quiet small" href={place} title={path}>
          {words}
        </a>
      )}
      {isMissing && !optional && wanted !== undefined ? (
        <a
          className="small"
          href={`${addressOf({ ...wanted, name: undefined })}?${new URLSearchParams({ create: "1", name: to.name, ...(to.namespace !== "" && { namespace: to.namespace }) }).toString()}`}
        >
          create it
        </a>
      ) : null}
    </span>
  );
}

const named = ({ metadata: { namespace, name } }: KubeObject) => ({ namespace, name });

interface Referrer {
  readonly object: KubeObject;
  readonly words: string;
}

/** The objects that refer to one, and the resources of which not all objects were searched. */
interface Referrers {
  readonly found: readonly Referrer[];
  readonly partly: readonly string[];
}

async function search(
  page: Page,
  resources: readonly Resource[],
  place: ReferrerPlace,
  namespace: string | undefined,
  test: (object: KubeObject) => string | undefined,
  signal: AbortSignal,
): Promise<Referrers> {
  const served = resources.find(({ group, resource }) => group === place.group && resource === place.resource);
  if (served === undefined) return { found: [], partly: [] };
  const target = targetOf({ ...served, namespace: served.namespaced ? namespace : undefined });
  const list = await sendJson(page.handle, pageAgent, {
    method: "GET",
    target: withParameter(target, "limit", String(mostSearched)),
    signal,
  }).catch(() => undefined);
  const items = listItems(list);
  const found = items.flatMap((item): readonly Referrer[] => {
    const object = { ...item, apiVersion: apiVersionOf(served), kind: served.kind };
    const words = isOfController(object) ? undefined : test(object);
    return words === undefined ? [] : [{ object, words }];
  });
  const isPartly = isRecord(list) && isRecord(list["metadata"]) && (list["metadata"]["continue"] ?? "") !== "";
  return { found, partly: isPartly ? [served.resource] : [] };
}

/** Pods and ReplicaSets say what their workloads say. */
const isOfController = ({ kind, metadata }: KubeObject): boolean =>
  (kind === "Pod" || kind === "ReplicaSet" || kind === "Job") &&
  metadata.ownerReferences?.some(({ controller }) => controller === true) === true;

/** The resources whose objects select pods. */
const selecting: readonly ReferrerPlace[] = [
  { group: "", resource: "services" },
  { group: "policy", resource: "poddisruptionbudgets" },
  { group: "networking.k8s.io", resource: "networkpolicies" },
];

const selects = (object: KubeObject, labels: Readonly<Record<string, string>>): string | undefined =>
  selectsPods(object, labels) ? "selects it" : undefined;

async function findReferrers(
  page: Page,
  resources: readonly Resource[],
  object: KubeObject,
  signal: AbortSignal,
): Promise<Referrers> {
  const id = idOf(object);
  const namespace = id.namespace === "" ? undefined : id.namespace;
  const labels = podLabelsOf(object);
  const named = referrersOf(id.group, id.kind).map((place) =>
    search(page, resources, place, namespace, (one) => refersTo(one, id)?.words, signal),
  );
  const selected =
    labels === undefined
      ? []
      : selecting.map((place) => search(page, resources, place, namespace, (one) => selects(one, labels), signal));
  const all = await Promise.all([...named, ...selected]);
  return { found: all.flatMap(({ found }) => found), partly: all.flatMap(({ partly }) => partly) };
}

/** What refers to an object: by name, or by a selector of pods. */
export function ReferrersPart({ object, stamp }: { readonly object: KubeObject; readonly stamp: string }) {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const { group, kind } = idOf(object);
  const places = [...referrersOf(group, kind), ...(podLabelsOf(object) === undefined ? [] : selecting)];
  const writes = useWritesTo(places.map(keyOfResource));
  const { value } = useAnswer(`${stamp} ${resources.length} ${writes}`, (signal) =>
    findReferrers(page, resources, object, signal),
  );
  if (value === undefined || (value.found.length === 0 && value.partly.length === 0)) return null;
  return (
    <Part title="Referred to by" note={formatCount(value.found.length)}>
      <ul className="kp-object-lines">
        {value.found.map(({ object: one, words }) => (
          <li key={one.metadata.uid}>
            <span className="kp-object-line">
              <ObjectLine object={one} />
              <span className="quiet small">{words}</span>
            </span>
          </li>
        ))}
      </ul>
      {value.partly.length === 0 ? null : (
        <p className="quiet small">
          Of {value.partly.join(", ")}, the first {formatCount(mostSearched)} were searched.
        </p>
      )}
    </Part>
  );
}
