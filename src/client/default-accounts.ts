import type { KubeObject } from "../apimachinery/meta.ts";

/**
 * Returns objects with the default service account of the namespace `default` first, and that of each other namespace
 * before its first pod. Where the admission plugin ServiceAccount is on, pods need the account, which a controller
 * makes: too late for what a server begins with, and for who comes at once.
 */
export function withDefaultAccounts(objects: readonly KubeObject[]): readonly KubeObject[] {
  const known = accountsAmong(objects);
  const first = defaultAccount("default");
  const isGiven = known.has(keyOf(first));
  known.add(keyOf(first));
  const completed = objects.flatMap((object) => {
    const { kind, metadata } = object;
    const account = defaultAccount(metadata.namespace ?? "default");
    if (kind !== "Pod" || known.has(keyOf(account))) return [object];
    known.add(keyOf(account));
    return [account, object];
  });
  return isGiven ? completed : [first, ...completed];
}

/** Returns the default service accounts of the namespaces of objects that the objects do not include. */
export function defaultAccountsFor(objects: readonly KubeObject[]): readonly KubeObject[] {
  const known = accountsAmong(objects);
  const namespaces = new Set(["default", ...objects.flatMap(({ metadata }) => metadata.namespace ?? [])]);
  return [...namespaces].map(defaultAccount).filter((account) => !known.has(keyOf(account)));
}

const accountsAmong = (objects: readonly KubeObject[]): Set<string> =>
  new Set(objects.filter(({ kind }) => kind === "ServiceAccount").map(keyOf));

const keyOf = ({ metadata: { namespace = "default", name = "" } }: KubeObject): string => `${namespace}/${name}`;

const defaultAccount = (namespace: string): KubeObject => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "default", namespace },
});
