import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectId } from "./diagnosis.ts";
import { type EventView, eventsOf } from "./event-view.ts";
import { kindOfResource, knownKind } from "./known-kinds.ts";
import { idOf } from "./object-id.ts";
import type { Place, Selection, Surroundings } from "./surroundings.ts";

/** What reading an object came to; `unknown` where it could not be read. */
type Found = { readonly object: KubeObject } | "missing" | "unknown";

/** The reads of one diagnosis, each sent once. */
export class Reading {
  readonly #surroundings: Surroundings;
  readonly #objects = new Map<string, Promise<Found>>();
  readonly #lists = new Map<string, Promise<readonly KubeObject[] | undefined>>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  now(): number {
    return this.#surroundings.now();
  }

  /** The object of a built-in kind; undefined if it is not there, cannot be read or is of another kind. */
  async get(id: ObjectId): Promise<KubeObject | undefined> {
    const found = await this.#find(id);
    return typeof found === "string" ? undefined : found.object;
  }

  /** The object of a resource, which may be a custom one; undefined if it is not there or cannot be read. */
  async named(place: Place, name: string): Promise<KubeObject | undefined> {
    try {
      const object = await this.#surroundings.get(place, name);
      return object && withKind(object, place);
    } catch {
      return undefined;
    }
  }

  /** Reports whether a server said that an object is not there; false where it could not be read. */
  async isMissing(id: ObjectId): Promise<boolean> {
    return (await this.#find(id)) === "missing";
  }

  /** The objects of a resource; undefined where they could not be read. */
  list(place: Place, selection: Selection = {}): Promise<readonly KubeObject[] | undefined> {
    const { labelSelector = "", fieldSelector = "", limit = "" } = selection;
    const key = [place.group, place.resource, place.namespace ?? "", labelSelector, fieldSelector, limit].join("|");
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = this.#surroundings.list(place, selection).then(
      (objects) => objects.map((object) => withKind(object, place)),
      () => undefined,
    );
    this.#lists.set(key, list);
    return list;
  }

  /** The objects of a resource; none where they could not be read. */
  async all(place: Place, selection?: Selection): Promise<readonly KubeObject[]> {
    return (await this.list(place, selection)) ?? [];
  }

  /** The events about an object, the latest first. */
  async events(object: KubeObject): Promise<readonly EventView[]> {
    const { namespace, name, kind } = idOf(object);
    const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name}`;
    const place = { group: "", resource: "events", namespace: namespace || "default" };
    return eventsOf(await this.all(place, { fieldSelector }), object);
  }

  #find(id: ObjectId): Promise<Found> {
    const key = [id.group, id.kind, id.namespace, id.name].join("|");
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const found = this.#read(id);
    this.#objects.set(key, found);
    return found;
  }

  async #read({ group, kind, namespace, name }: ObjectId): Promise<Found> {
    const row = knownKind(group, kind);
    if (row === undefined || name === "") return "unknown";
    const place = { group, resource: row.resource, ...(row.namespaced && { namespace }) };
    try {
      const object = await this.#surroundings.get(place, name);
      return object === undefined ? "missing" : { object: withKind(object, place) };
    } catch {
      return "unknown";
    }
  }
}

/** The object with its kind, which lists of a server leave out. */
function withKind(object: KubeObject, { group, resource }: Place): KubeObject {
  if (object.kind !== undefined && object.apiVersion !== undefined) return object;
  const kind = kindOfResource(group, resource)?.kind ?? object.kind ?? "";
  return { ...object, apiVersion: object.apiVersion ?? (group === "" ? "v1" : `${group}/v1`), kind };
}
