import { isDns1123Subdomain, validateNamespaceName } from "../../../apimachinery/validation/names.ts";

const prefix = "system:serviceaccount:";

/** A service account by namespace and name. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a service account (serviceaccount.MakeUsername). */
export const accountUsername = ({ namespace, name }: AccountName): string => `${prefix}${namespace}:${name}`;

/** The groups of every service account of a namespace (serviceaccount.MakeGroupNames). */
export const accountGroups = (namespace: string): readonly string[] => [
  "system:serviceaccounts",
  `system:serviceaccounts:${namespace}`,
];

/** The service account that a user name stands for, if it is well formed (serviceaccount.SplitUsername). */
export function splitAccountUsername(username: string): AccountName | undefined {
  if (!username.startsWith(prefix)) return undefined;
  const [namespace = "", name = "", ...more] = username.slice(prefix.length).split(":");
  if (more.length > 0 || validateNamespaceName(namespace, false).length > 0 || isDns1123Subdomain(name).length > 0)
    return undefined;
  return { namespace, name };
}
