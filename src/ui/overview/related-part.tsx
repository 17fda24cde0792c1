import { useMemo } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { numberAt } from "../../diagnosis/fields.ts";
import { idOf } from "../../diagnosis/object-id.ts";
import { summarize } from "../../diagnosis/summarize.ts";
import type { Level } from "../../diagnosis/diagnosis.ts";
import { formatCount } from "../data/words.ts";
import type { Resource } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import { useAddresses } from "./object-links.ts";
import { Part } from "./part.tsx";
import { belongsTo, ownedSources, ownerSource } from "./sources-of.ts";
import { SummaryLine } from "./state-mark.tsx";
import { useScannedOwned } from "./use-scanned-owned.ts";
import { useSources, type Source } from "./use-sources.ts";

const mostShown = 40;

/** An object as one line: its kind, its name as a link to its Overview, and its state. */
export function ObjectLine({ object }: { readonly object: KubeObject }) {
  const addresses = useAddresses();
  const { kind = "", metadata } = object;
  const address = addresses(idOf(object));
  return (
    <span className="kp-object-line">
      <span className="quiet small">{kind}</span>
      {address === undefined ? (
        <span className="clip">{metadata.name}</span>
      ) : (
        <a className="clip" href={address} title={metadata.name}>
          {metadata.name}
        </a>
      )}
      <SummaryLine object={object} />
    </span>
  );
}

/** Objects as lines; of many, the first ones. */
export function ObjectLines({ objects }: { readonly objects: readonly KubeObject[] }) {
  const more = objects.length - mostShown;
  return (
    <>
      <ul className="kp-object-lines">
        {objects.slice(0, mostShown).map((object) => (
          <li key={object.metadata.uid}>
            <ObjectLine object={object} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="quiet small">And {formatCount(more)} more.</p> : null}
    </>
  );
}

const ranks: Readonly<Record<Level, number>> = { error: 0, warning: 1, progressing: 2, ok: 3 };

/** Sorts objects: the worst state first, then by kind and name. */
export function worstFirst(objects: readonly KubeObject[]): readonly KubeObject[] {
  const ranked = objects.map((object) => ({ object, rank: ranks[summarize(object).level] }));
  const key = ({ kind = "", metadata }: KubeObject): string => `${kind} ${metadata.name ?? ""}`;
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (key(a.object) < key(b.object) ? -1 : 1))
    .map(({ object }) => object);
}

/** Old ReplicaSets that have no pods are left out. */
const isInUse = (object: KubeObject): boolean =>
  object.kind !== "ReplicaSet" ||
  (numberAt(object, "spec.replicas") ?? 0) + (numberAt(object, "status.replicas") ?? 0) > 0;

/** What an object owns, selects or runs, as it is followed: the worst first. */
export function useOwned(kind: Resource, object: KubeObject): readonly KubeObject[] {
  const key = `${object.metadata.uid ?? ""} ${object.metadata.generation ?? ""}`;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- selectors change with the generation only
  const known = useMemo(() => ownedSources(kind, object), [kind, key]);
  const scanned = useScannedOwned(kind, object);
  const sources = useMemo(() => [...known, ...scanned], [known, scanned]);
  const found = useSources(sources);
  return useMemo(() => {
    const objects = sources.flatMap(({ target }) => found.get(target)?.objects ?? []);
    return worstFirst(objects.filter((one) => belongsTo(object, kind, one) && isInUse(one)));
  }, [sources, found, object, kind]);
}

const ownedTitles: Readonly<Record<string, string>> = {
  "/Node": "Pods on it",
  "/Service": "Pods that it selects",
  "policy/PodDisruptionBudget": "Pods that it guards",
  "batch/CronJob": "Jobs",
};

/** What an object owns, with live states. */
export function OwnedPart({ kind, owned }: { readonly kind: Resource; readonly owned: readonly KubeObject[] }) {
  if (owned.length === 0) return null;
  return (
    <Part title={ownedTitles[`${kind.group}/${kind.kind}`] ?? "Owns"} note={formatCount(owned.length)}>
      <ObjectLines objects={owned} />
    </Part>
  );
}

/** How many owners up the chain is shown. */
const mostOwners = 3;

/** Who owns an object, and who owns that, with live states. */
export function OwnersPart({ object }: { readonly object: KubeObject }) {
  const owners = useOwners(object);
  const named = object.metadata.ownerReferences ?? [];
  if (named.length === 0) return null;
  const absent = named.filter(
    ({ uid }) => owners.isListed && !owners.objects.some(({ metadata }) => metadata.uid === uid),
  );
  return (
    <Part title="Owned by">
      <ObjectLines objects={owners.objects} />
      {absent.map(({ uid, kind, name }) => (
        <p key={uid} className="small">
          {kind} {name}: <span className="kp-missing">not found</span>. The garbage collector deletes what no owner is
          left of.
        </p>
      ))}
    </Part>
  );
}

function useOwners(object: KubeObject): { readonly objects: readonly KubeObject[]; readonly isListed: boolean } {
  const resources = catalog.use((state) => state.resources);
  const first = useChain(resources, [object]);
  const second = useChain(resources, first.objects);
  const third = useChain(resources, second.objects);
  const objects = [...first.objects, ...second.objects, ...third.objects].slice(0, mostOwners);
  return { objects, isListed: first.isListed };
}

/** The owners of objects, followed. */
function useChain(resources: readonly Resource[], objects: readonly KubeObject[]) {
  const sources = objects.flatMap(({ metadata: { ownerReferences = [], namespace } }) =>
    ownerReferences.flatMap((owner): readonly Source[] => {
      const source = ownerSource(resources, owner, namespace);
      return source === undefined ? [] : [source];
    }),
  );
  const found = useSources(sources);
  const uids = new Set(objects.flatMap(({ metadata }) => metadata.ownerReferences ?? []).map(({ uid }) => uid));
  return {
    objects: sources
      .flatMap(({ target }) => found.get(target)?.objects ?? [])
      .filter(({ metadata }) => uids.has(metadata.uid ?? "")),
    isListed: sources.length > 0 && sources.every(({ target }) => found.get(target)?.isListed === true),
  };
}
