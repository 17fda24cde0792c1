import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import { bootstrapPolicy } from "../../apiserver/auth/rbac/bootstrap-policy.ts";
import type { Role, RoleBinding } from "../../apiserver/auth/rbac/policy.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { SeedEntry, Store } from "../../apiserver/storage/mvcc/store.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** What bootstrapping needs of the server. */
export interface BootstrapServices {
  readonly store: Pick<Store, "seed">;
  readonly objects: Pick<StoredObjects, "keyOf" | "has">;
  readonly namespaces: Pick<ResourceStore, "create">;
  readonly random: Random;
  context(namespace: string): StrategyContext;
}

/**
 * Makes what every cluster has from its start, as far as it is not there: namespaces, and RBAC's roles and bindings.
 */
export async function writeBootstrapObjects(
  services: BootstrapServices,
  namespaces: readonly KubeObject[],
): Promise<void> {
  await Promise.all([services.store.seed(policyEntries(services)), ...createNamespaces(services, namespaces)]);
}

/** Namespaces go through their strategy like any other. */
function createNamespaces(
  { objects, namespaces, context }: BootstrapServices,
  wanted: readonly KubeObject[],
): readonly Promise<void>[] {
  const missing = wanted.filter(({ metadata: { name = "" } }) => !objects.has("namespaces", "", name));
  return missing.map((namespace) => namespaces.create(context(""), namespace, nothing).then(nothing, ignoreExisting));
}

/**
 * Roles and bindings are written as texts: 121 objects through the whole registry would double the time of a cold
 * start.
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

/** The stored text: members in Go's order, as the policy's data has them already. */
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
