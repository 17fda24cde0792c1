import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import { bootstrapPolicy } from "../../apiserver/auth/rbac/bootstrap-policy.ts";
import type { Role, RoleBinding } from "../../apiserver/auth/rbac/policy.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { SeedEntry, Store } from "../../apiserver/storage/mvcc/store.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** The dependencies of bootstrapping. */
export interface BootstrapServices {
  readonly store: Pick<Store, "seed">;
  readonly objects: Pick<StoredObjects, "keyOf" | "has">;
  readonly namespaces: Pick<ResourceStore, "create">;
  readonly random: Random;
  context(namespace: string): StrategyContext;
}

/** Creates the bootstrap objects that do not exist: namespaces, and RBAC roles and bindings. */
export async function writeBootstrapObjects(
  services: BootstrapServices,
  namespaces: readonly KubeObject[],
): Promise<void> {
  await Promise.all([services.store.seed(policyEntries(services)), ...createNamespaces(services, namespaces)]);
}

/** Creates the namespaces through their strategy, like any other object. */
function createNamespaces(
  { objects, namespaces, context }: BootstrapServices,
  wanted: readonly KubeObject[],
): readonly Promise<void>[] {
  const missing = wanted.filter(({ metadata: { name = "" } }) => !objects.has("namespaces", "", name));
  return missing.map((namespace) => namespaces.create(context(""), namespace, nothing).then(nothing, ignoreExisting));
}

/**
 * Returns the stored form of roles and bindings. They bypass the registry, because creating 121 objects through it
 * would double the time of a cold start.
 */
function policyEntries({ objects, context, random }: BootstrapServices): readonly SeedEntry[] {
  const { now } = context("");
  return Object.entries(bootstrapPolicy()).flatMap(([resource, wanted]: [string, readonly (Role | RoleBinding)[]]) =>
    wanted.flatMap((object) => {
      const { namespace = "", name = "" } = object.metadata;
      if (objects.has(resource, namespace, name)) return [];
      return [
        {
          key: objects.keyOf(resource, namespace, name),
          textAt: (revision: number) => textOf(object, random.uuid(), revision, now),
        },
      ];
    }),
  );
}

/** Encodes an object for storage with its members in the order of the Go type, which is that of the policy data. */
function textOf(
  { metadata, ...rest }: Role | RoleBinding,
  uid: string,
  revision: number,
  creationTimestamp: string,
): string {
  const { name, namespace, labels, annotations } = metadata;
  const filled: ObjectMeta = {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    uid,
    resourceVersion: String(revision),
    creationTimestamp,
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  };
  return JSON.stringify({ metadata: filled, ...rest }).slice(1);
}

const nothing = (): void => undefined;

function ignoreExisting(err: unknown): void {
  if (!isAlreadyExists(err)) throw err;
}
