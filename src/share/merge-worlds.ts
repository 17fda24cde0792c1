import { StatusError } from "../apimachinery/errors.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client, isNotFound, type ClientOptions } from "../client/client.ts";
import { discover, findResource, type ServedResource } from "../client/discovery.ts";
import { valueAt } from "../client/managed-fields.ts";
import { resourcePath, type ResourceTarget, withQuery } from "../client/resource-path.ts";
import { type FieldConfiguration, configurationOf, withoutFields } from "./apply-configuration.ts";
import { compareObjects, compareWorlds, ownersAt, type FieldDifference, type FieldOwners } from "./compare-worlds.ts";
import { sharedObjects } from "./collect-objects.ts";
import { createObjects, type ObjectReport } from "./create-objects.ts";
import { asWritten, identityOf } from "./server-fields.ts";

/** The field manager of merged fields. */
export const mergeManager = "kubepad-merge";

/** What both worlds have changed since the revision at which they parted. */
export interface MergeConflict {
  /** "" if the object as a whole was deleted in one of them and changed in the other. */
  readonly path: string;
  readonly message: string;
  /** Who wrote the field in the world that is merged into; undefined if the object is not there. */
  readonly here?: FieldOwners;
}

/** What merging does to one object. */
export interface MergeStep {
  readonly kind: "create" | "apply" | "delete";
  /** The object as it is in the fork; for a deletion, as it was where the worlds parted. */
  readonly object: KubeObject;
  /** The object as it is now in the world that is merged into; undefined if it is not there. */
  readonly live: KubeObject | undefined;
  /** What the fork has changed and this world does not have yet. */
  readonly fields: readonly FieldDifference[];
  readonly conflicts: readonly MergeConflict[];
  /** The objects of the fork that own one which is to be created. */
  readonly owners?: readonly KubeObject[];
  /** What the server would make of it if all is taken; undefined if it would refuse. */
  readonly after?: KubeObject;
  /** Why the server would refuse. */
  readonly message?: string;
}

/** What became of a step. A step `left` had conflicts that were not to be taken, and nothing else. */
export interface MergeReport {
  readonly step: MergeStep;
  readonly outcome: "merged" | "left" | "failed";
  readonly message?: string;
}

/** The worlds of a merge: the state where they parted, and that of the fork. */
export interface MergedWorlds {
  readonly base: readonly KubeObject[];
  readonly fork: readonly KubeObject[];
}

/** How a merge is planned and carried out. */
export interface MergeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share that is done. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Plans to bring what a fork has changed into the world that it came from, which `options` reach. The server is asked
 * by dry runs what would become of each object; nothing is changed. Status and events are left to controllers.
 */
export async function planMerge(
  options: ClientOptions,
  { base, fork }: MergedWorlds,
  { signal, onProgress }: MergeOptions = {},
): Promise<readonly MergeStep[]> {
  const client = new Client(options);
  const { resources } = await discover(client, signal);
  const merge = new Merge(client, resources, signal);
  const { onlyLeft: deleted, onlyRight: created, changed } = await compareWorlds(base, fork, { signal });
  const steps: (MergeStep | undefined)[] = [];
  const total = created.length + changed.length + deleted.length;
  const add = async (planning: Promise<MergeStep | undefined>): Promise<void> => {
    steps.push(await planning);
    signal?.throwIfAborted();
    onProgress?.(steps.length / total);
  };
  const byUid = new Map(fork.map((object) => [object.metadata.uid, object]));
  for (const object of created) {
    const owners = (object.metadata.ownerReferences ?? []).flatMap(({ uid }) => byUid.get(uid) ?? []);
    await add(merge.planCreation(object, owners));
  }
  for (const { left, right } of changed) await add(merge.planChange(left, right));
  for (const object of deleted) await add(merge.planDeletion(object));
  return steps.filter((step) => step !== undefined);
}

/** Carries out a plan. Where `take` accepts a conflict, the fork's side of it is written; the others are left. */
export async function carryOutMerge(
  options: ClientOptions,
  steps: readonly MergeStep[],
  take: (conflict: MergeConflict, step: MergeStep) => boolean = () => false,
  { signal, onProgress }: MergeOptions = {},
): Promise<readonly MergeReport[]> {
  const client = new Client(options);
  const { resources } = await discover(client, signal);
  const merge = new Merge(client, resources, signal);
  const made = await createAll(options, steps, signal);
  const done: MergeReport[] = [];
  for (const step of steps) {
    const report = isCreation(step) ? made.get(identityOf(step.object)) : undefined;
    if (report === undefined) done.push(await merge.carryOut(step, (conflict) => take(conflict, step)));
    else if (report.outcome === "failed")
      done.push({ step, outcome: "failed", ...(report.message !== undefined && { message: report.message }) });
    else done.push({ step, outcome: "merged" });
    onProgress?.(done.length / steps.length);
  }
  return done;
}

const isCreation = ({ kind, live, conflicts }: MergeStep): boolean =>
  kind === "create" && live === undefined && conflicts.length === 0;

/** Creates what only the fork has, owners before what they own. Owners that are in both worlds are the same there. */
async function createAll(
  options: ClientOptions,
  steps: readonly MergeStep[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, ObjectReport>> {
  const created = steps.filter(isCreation);
  const owners = created.flatMap(({ owners: known = [] }) => known);
  const objects = new Map([...owners, ...created.map(({ object }) => object)].map((one) => [identityOf(one), one]));
  const reports = await createObjects(options, sharedObjects([...objects.values()]), { signal });
  return new Map(reports.map((report) => [identityOf(report.object), report]));
}

class Merge {
  readonly #client: Client;
  readonly #resources: readonly ServedResource[];
  readonly #signal: AbortSignal | undefined;

  constructor(client: Client, resources: readonly ServedResource[], signal: AbortSignal | undefined) {
    this.#client = client;
    this.#resources = resources;
    this.#signal = signal;
  }

  async planCreation(object: KubeObject, owners: readonly KubeObject[]): Promise<MergeStep | undefined> {
    const live = await this.#get(object);
    if (live === undefined) return { kind: "create", object, live, fields: [], conflicts: [], owners };
    const fields = changesOf(live, object);
    const conflicts = fields.map(({ path, steps }) => ({
      path,
      message: `${path} is another one in an object that was made in both worlds`,
      here: ownersAt(live, steps),
    }));
    return fields.length === 0 ? undefined : this.#foreseen({ kind: "apply", object, live, fields, conflicts });
  }

  async planChange(base: KubeObject, object: KubeObject): Promise<MergeStep | undefined> {
    const wanted = changesOf(base, object);
    if (wanted.length === 0) return undefined;
    const live = await this.#get(object);
    if (live === undefined) {
      const conflicts = [{ path: "", message: "it was deleted meanwhile" }];
      return { kind: "create", object, live, fields: wanted, conflicts };
    }
    const fields = wanted.filter(({ steps, right }) => !isSame(valueAt(live, steps), right));
    const conflicts = fields.flatMap(({ steps, path, left }) =>
      isSame(valueAt(live, steps), left)
        ? []
        : [{ path, message: `${path} was changed meanwhile`, here: ownersAt(live, steps) }],
    );
    return fields.length === 0 ? undefined : this.#foreseen({ kind: "apply", object, live, fields, conflicts });
  }

  async planDeletion(base: KubeObject): Promise<MergeStep | undefined> {
    const live = await this.#get(base);
    if (live === undefined) return undefined;
    const isChanged = changesOf(base, live).length > 0 || base.metadata.uid !== live.metadata.uid;
    const conflicts = isChanged ? [{ path: "", message: "it was changed meanwhile", here: ownersAt(live, []) }] : [];
    return { kind: "delete", object: base, live, fields: [], conflicts };
  }

  async carryOut(step: MergeStep, take: (conflict: MergeConflict) => boolean): Promise<MergeReport> {
    const left = new Set(step.conflicts.filter((conflict) => !take(conflict)).map(({ path }) => path));
    const fields = step.fields.filter(({ path }) => !left.has(path));
    if (left.has("") || (step.kind === "apply" && fields.length === 0)) return { step, outcome: "left" };
    try {
      if (step.kind === "delete") await this.#delete(step);
      else if (step.kind === "create") await this.#create(step.object);
      else await this.#write({ ...step, fields });
      return { step, outcome: "merged" };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { step, outcome: "failed", message: error.message };
    }
  }

  async #foreseen(step: MergeStep): Promise<MergeStep> {
    try {
      return { ...step, after: await this.#write(step, "All") };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return { ...step, message: error.message };
    }
  }

  /** Applies the fields that the fork has, and removes those that it does not have, unless they are others by now. */
  async #write({ object, live, fields }: MergeStep, dryRun?: "All"): Promise<KubeObject> {
    const { applied, removed } = configurationOf(object, live ?? object, fields);
    let written = live ?? object;
    if (applied !== undefined) written = await this.#apply(object, applied, dryRun);
    if (removed.length === 0) return written;
    const without = await this.#remove(object, removed, dryRun);
    return dryRun === undefined ? without : withoutFields(written, fields); // a dry run does not see the one before
  }

  #apply(object: KubeObject, body: FieldConfiguration, dryRun: "All" | undefined): Promise<KubeObject> {
    const query = { fieldManager: mergeManager, force: true, dryRun };
    return this.#patch(object, query, body, "application/apply-patch+yaml");
  }

  #remove(object: KubeObject, patch: readonly object[], dryRun: "All" | undefined): Promise<KubeObject> {
    return this.#patch(object, { fieldManager: mergeManager, dryRun }, patch, "application/json-patch+json");
  }

  #patch(
    object: KubeObject,
    query: Readonly<Record<string, string | boolean | undefined>>,
    body: unknown,
    contentType: string,
  ): Promise<KubeObject> {
    const path = resourcePath(this.#targetOf(object), object.metadata.name ?? "");
    return this.#client.json("PATCH", withQuery(path, query), body, { contentType, signal: this.#signal });
  }

  /** Creates an object anew that was deleted meanwhile, with what the fork has of it. */
  async #create(object: KubeObject): Promise<void> {
    const written = asWritten(object);
    await this.#client.json("POST", resourcePath(this.#targetOf(object)), written, { signal: this.#signal });
  }

  async #delete({ object, live }: MergeStep): Promise<void> {
    const { uid = "", resourceVersion = "" } = live?.metadata ?? {};
    const path = resourcePath(this.#targetOf(object), object.metadata.name ?? "");
    await this.#client.request("DELETE", path, { preconditions: { uid, resourceVersion } }, { signal: this.#signal });
  }

  async #get(object: KubeObject): Promise<KubeObject | undefined> {
    const path = resourcePath(this.#targetOf(object), object.metadata.name ?? "");
    try {
      return await this.#client.json<KubeObject>("GET", path, undefined, { signal: this.#signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #targetOf(object: KubeObject): ResourceTarget {
    const resource = findResource(this.#resources, object);
    if (resource === undefined)
      throw new Error(`no matches for kind "${object.kind ?? ""}" in version "${object.apiVersion ?? ""}"`);
    return { ...resource, namespace: resource.namespaced ? (object.metadata.namespace ?? "default") : "" };
  }
}

/** Returns what a client can change: neither status, nor what the server sets. */
const changesOf = (left: KubeObject, right: KubeObject): readonly FieldDifference[] =>
  (compareObjects(left, right)?.fields ?? []).filter(({ path }) => !notMerged.test(path));

const notMerged =
  /^\.(?:status|apiVersion|kind|metadata\.(?:creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds))(?=[.[]|$)/;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value;
