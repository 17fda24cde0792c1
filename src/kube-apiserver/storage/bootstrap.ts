import {
  autoUpdateAnnotation,
  bootstrapFlowSchemas,
  bootstrapPriorityLevels,
  type BootstrapFlowControl,
  type BootstrapFlowSchema,
} from "../../apis/flowcontrol/bootstrap.ts";
import { systemPriorityClasses } from "../../apis/scheduling/priority-class.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { ignore } from "../../component-base/ignore.ts";
import type { Random } from "../../apimachinery/random.ts";
import { bootstrapPolicy } from "../../apiserver/auth/rbac/bootstrap-policy.ts";
import type { Role, RoleBinding } from "../../apiserver/auth/rbac/policy.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { SeedEntry, Store } from "../../apiserver/storage/mvcc/store.ts";
import { semanticEqual } from "../../apis/strategies/semantic-equal.ts";
import { clusterObjects, hasAddressObjects, type ServerObject } from "../services/cluster-objects.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** The dependencies of bootstrapping. */
export interface BootstrapServices {
  readonly store: Pick<Store, "seed">;
  readonly objects: Pick<StoredObjects, "keyOf" | "has" | "find" | "storageIfAny">;
  /** The networks of Services. */
  readonly cidrs: readonly string[];
  /** The objects, by resource, by which the server registers itself. */
  readonly registration: Readonly<Record<string, readonly ServerObject[]>>;
  /** Opens the store of namespaces. */
  namespaces(): MaybeAsync<Pick<ResourceStore, "create">>;
  readonly random: Random;
  context(namespace: string): StrategyContext;
}

/**
 * Creates the bootstrap objects that do not exist: namespaces, RBAC, priority classes, flow schemas and levels, and the
 * Service `kubernetes` with what belongs to it.
 */
export async function writeBootstrapObjects(
  services: BootstrapServices,
  namespaces: readonly KubeObject[],
): Promise<void> {
  const entries = [...policyEntries(services), ...clusterEntries(services), ...registrationEntries(services)];
  await Promise.all([services.store.seed(entries), createNamespaces(services, namespaces)]);
}

/** Creates the objects of the server itself that do not exist. */
export const writeClusterObjects = (services: Omit<BootstrapServices, "namespaces" | "registration">): Promise<void> =>
  services.store.seed(clusterEntries(services));

/** Creates the namespaces through their strategy, like any other object. */
async function createNamespaces(
  { objects, namespaces, context }: BootstrapServices,
  wanted: readonly KubeObject[],
): Promise<void> {
  const missing = wanted.filter(({ metadata: { name = "" } }) => !objects.has("namespaces", "", name));
  if (missing.length === 0) return;
  const store = await namespaces();
  await Promise.all(
    missing.map((namespace) => store.create(context(""), namespace, ignore).then(ignore, ignoreExisting)),
  );
}

const priorityClasses: readonly ServerObject[] = systemPriorityClasses.map(({ name, value, description }) => ({
  metadata: { name, generation: 1 },
  value,
  description,
  preemptionPolicy: "PreemptLowerPriority",
}));

const flowControl = ({ name, spec }: BootstrapFlowControl, status: object = {}): ServerObject => ({
  metadata: { name, generation: 1, annotations: { [autoUpdateAnnotation]: "true" } },
  spec,
  status,
});

/** A flow schema whose level is there, as the controller of upstream tells soon after the start. */
const flowSchema = (schema: BootstrapFlowSchema, lastTransitionTime: string): ServerObject => {
  const message = `This FlowSchema references the PriorityLevelConfiguration object named "${schema.level}" and it exists`;
  const condition = { type: "Dangling", status: "False", lastTransitionTime, reason: "Found", message };
  return flowControl(schema, { conditions: [condition] });
};

/**
 * Returns the stored form of roles, bindings, priority classes, flow schemas and priority levels. They bypass the
 * registry, because creating 142 objects through it would double the time of a cold start.
 */
function policyEntries(services: BootstrapServices): readonly SeedEntry[] {
  const { now } = services.context("");
  const byResource = {
    ...bootstrapPolicy(),
    priorityclasses: priorityClasses,
    flowschemas: bootstrapFlowSchemas.map((schema) => flowSchema(schema, now)),
    prioritylevelconfigurations: bootstrapPriorityLevels.map((level) => flowControl(level)),
  };
  return Object.entries(byResource).flatMap(
    ([resource, wanted]: [string, readonly (Role | RoleBinding | ServerObject)[]]) =>
      wanted.flatMap((object) => entryOf(services, resource, object)),
  );
}

type EntryServices = Pick<BootstrapServices, "objects" | "context" | "random">;

/** Returns the entry of an object, unless it exists. */
function entryOf(
  { objects, context, random }: EntryServices,
  resource: string,
  object: Role | RoleBinding | ServerObject,
): readonly SeedEntry[] {
  const { namespace = "", name = "" } = object.metadata;
  if (objects.has(resource, namespace, name)) return [];
  const { now } = context("");
  return [
    {
      key: objects.keyOf(resource, namespace, name),
      textAt: (revision: number) => textOf(object, random.uuid(), revision, now),
    },
  ];
}

/** Returns the stored form of what the server registers itself by: its APIServices. */
const registrationEntries = (services: EntryServices & Pick<BootstrapServices, "registration">): readonly SeedEntry[] =>
  Object.entries(services.registration).flatMap(([resource, wanted]) =>
    wanted.flatMap((object) => entryOf(services, resource, object)),
  );

/**
 * Returns the stored form of the Service `kubernetes` and what belongs to it; networks and addresses are objects in
 * recent releases only. The Service has to wait while another one has its address.
 */
function clusterEntries(services: EntryServices & Pick<BootstrapServices, "cidrs">): readonly SeedEntry[] {
  const { objects, context, cidrs } = services;
  const { now, gates } = context("");
  const { ipaddresses, servicecidrs, ...others } = clusterObjects(cidrs, now);
  const address = objects.find("ipaddresses", "", ipaddresses.metadata.name ?? "");
  const isTaken = address !== undefined && !semanticEqual(address["spec"], ipaddresses["spec"]);
  const wanted = { ...others, ...(hasAddressObjects(gates, objects) && { ipaddresses, servicecidrs }) };
  return Object.entries(wanted).flatMap(([resource, object]) =>
    isTaken && resource === "services" ? [] : entryOf(services, resource, object),
  );
}

/** Encodes an object for storage with its members in the order of the Go type, which is that of the policy data. */
function textOf(
  { metadata, ...rest }: Role | RoleBinding | ServerObject,
  uid: string,
  revision: number,
  creationTimestamp: string,
): string {
  const { name, namespace, labels, annotations, generation, finalizers, managedFields }: ObjectMeta = metadata;
  const filled: ObjectMeta = {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    uid,
    resourceVersion: String(revision),
    ...(generation !== undefined && { generation }),
    creationTimestamp,
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(finalizers && { finalizers }),
    ...(managedFields && { managedFields }),
  };
  return JSON.stringify({ metadata: filled, ...rest }).slice(1);
}

function ignoreExisting(err: unknown): void {
  if (!isAlreadyExists(err)) throw err;
}
