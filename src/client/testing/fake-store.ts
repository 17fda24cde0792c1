import { finalizerDeleteDependents, finalizerOrphanDependents } from "../../apimachinery/finalizers.ts";
import { newConflict, newNotFound, newAlreadyExists, newResourceExpired } from "../../apimachinery/errors.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";

export interface FakeEvent {
  readonly revision: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
}

/** Objects of one resource with their history: the part of an API server's store that client tests need. */
export class FakeStore {
  readonly resource: GroupResource;
  readonly objects = new Map<string, KubeObject>();
  readonly events: FakeEvent[] = [];
  readonly watchers = new Set<(event: FakeEvent) => void>();
  compacted = 0;
  readonly #nextRevision: () => number;

  constructor(resource: GroupResource, nextRevision: () => number) {
    this.resource = resource;
    this.#nextRevision = nextRevision;
  }

  get(key: string): KubeObject {
    const object = this.objects.get(key);
    if (object === undefined) throw newNotFound(this.resource, nameOf(key));
    return object;
  }

  create(key: string, object: KubeObject): KubeObject {
    if (this.objects.has(key)) throw newAlreadyExists(this.resource, nameOf(key));
    return this.#write("ADDED", key, { ...object, metadata: { uid: crypto.randomUUID(), ...object.metadata } });
  }

  /** Updates an object; one that is being deleted is removed with its last finalizer. */
  update(key: string, object: KubeObject): KubeObject {
    const live = this.get(key);
    const wanted = object.metadata.resourceVersion;
    if (wanted !== undefined && wanted !== live.metadata.resourceVersion)
      throw newConflict(this.resource, nameOf(key), "the object has been modified");
    if (object.metadata.deletionTimestamp !== undefined && isReleased(object)) return this.remove(key, object);
    return this.#write("MODIFIED", key, { ...object, metadata: { ...object.metadata, uid: live.metadata.uid ?? "" } });
  }

  delete(
    key: string,
    options: {
      readonly propagationPolicy?: string;
      readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
    },
  ): KubeObject {
    const live = this.get(key);
    const { uid, resourceVersion } = options.preconditions ?? {};
    if (
      (uid ?? live.metadata.uid) !== live.metadata.uid ||
      (resourceVersion ?? live.metadata.resourceVersion) !== live.metadata.resourceVersion
    ) {
      throw newConflict(this.resource, nameOf(key), "Precondition failed");
    }
    const finalizers = finalizersAfter(live.metadata, options.propagationPolicy);
    const marked = {
      ...live,
      metadata: {
        ...live.metadata,
        deletionTimestamp: live.metadata.deletionTimestamp ?? "2026-01-01T00:00:00Z",
        finalizers,
      },
    };
    if (isReleased(marked)) return this.remove(key, live);
    const unchanged =
      live.metadata.deletionTimestamp !== undefined && finalizers.length === live.metadata.finalizers?.length;
    return unchanged ? live : this.#write("MODIFIED", key, marked);
  }

  remove(key: string, last: KubeObject): KubeObject {
    this.objects.delete(key);
    const revision = this.#nextRevision();
    this.#announce({ revision, type: "DELETED", object: withVersion(last, revision) });
    return last;
  }

  /** Returns the events after a revision; throws if they have been compacted. */
  since(revision: number): readonly FakeEvent[] {
    if (revision < this.compacted)
      throw newResourceExpired(`too old resource version: ${revision} (${this.compacted})`);
    return this.events.filter((event) => event.revision > revision);
  }

  #write(type: "ADDED" | "MODIFIED", key: string, object: KubeObject): KubeObject {
    const revision = this.#nextRevision();
    const stored = withVersion(object, revision);
    this.objects.set(key, stored);
    this.#announce({ revision, type, object: stored });
    return stored;
  }

  #announce(event: FakeEvent): void {
    this.events.push(event);
    for (const watcher of this.watchers) watcher(event);
  }
}

const nameOf = (key: string): string => key.slice(key.indexOf("/") + 1);
const withVersion = (object: KubeObject, revision: number): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
});

/** Reports whether an object has no finalizers, including those of a namespace's spec. */
function isReleased(object: KubeObject): boolean {
  const spec = object["spec"] as { readonly finalizers?: readonly string[] } | undefined;
  return (
    (object.metadata.finalizers ?? []).length === 0 &&
    (object.kind !== "Namespace" || (spec?.finalizers ?? []).length === 0)
  );
}

function finalizersAfter({ finalizers = [] }: ObjectMeta, policy: string | undefined): readonly string[] {
  if (policy === undefined) return finalizers;
  const others = finalizers.filter(
    (finalizer) => finalizer !== finalizerOrphanDependents && finalizer !== finalizerDeleteDependents,
  );
  if (policy === "Orphan") return [...others, finalizerOrphanDependents];
  return policy === "Foreground" ? [...others, finalizerDeleteDependents] : others;
}
