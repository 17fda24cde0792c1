import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { there } from "../conclude.ts";
import type { Evidence, ObjectId } from "../diagnosis.ts";
import { knownKind } from "../known-kinds.ts";
import type { Reading } from "../reading.ts";
import type { Selection } from "../surroundings.ts";

/** What is found in another namespace than the one that is looked in, to follow what is missing there. */
interface Elsewhere {
  /** `; the namespace shop has one of that name`, or "" where none has. */
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

const nowhere: Elsewhere = { text: "", evidence: [] };

async function inOthers(
  { group, kind, namespace }: Pick<ObjectId, "group" | "kind" | "namespace">,
  selection: Selection,
  reading: Reading,
): Promise<KubeObject | undefined> {
  const row = knownKind(group, kind);
  if (row?.namespaced !== true) return undefined;
  const found = await reading.all({ group, resource: row.resource }, selection);
  return found.find((object) => object.metadata.namespace !== namespace);
}

/** How many objects are read to find one with a similar name. */
const most = "500";

/** The name of an object beside a missing one that is nearly the same. */
async function nearby({ group, kind, namespace, name }: ObjectId, reading: Reading): Promise<string | undefined> {
  const row = knownKind(group, kind);
  if (row === undefined) return undefined;
  const place = { group, resource: row.resource, ...(row.namespaced && { namespace }) };
  const found = await reading.all(place, { limit: most });
  return nearestWord(
    name,
    found.map(({ metadata }) => metadata.name ?? ""),
  );
}

/** Looks for a missing object in the other namespaces, which references do not cross, and for a name near to it. */
export async function elsewhere(id: ObjectId, reading: Reading): Promise<Elsewhere> {
  const found = await inOthers(id, { fieldSelector: `metadata.name=${id.name}`, limit: "2" }, reading);
  if (found === undefined) {
    const near = await nearby(id, reading);
    return near === undefined ? nowhere : { text: `; there is one called ${near}`, evidence: [] };
  }
  return { text: `; the namespace ${found.metadata.namespace ?? ""} has one of that name`, evidence: [there(found)] };
}

/** Looks for pods with labels in the other namespaces: selectors do not cross them. */
export async function podsElsewhere(namespace: string, labelSelector: string, reading: Reading): Promise<Elsewhere> {
  const found = await inOthers({ group: "", kind: "Pod", namespace }, { labelSelector, limit: "2" }, reading);
  if (found === undefined) return nowhere;
  const { name = "", namespace: other = "" } = found.metadata;
  return { text: `; ${name} in the namespace ${other} has them`, evidence: [there(found)] };
}
