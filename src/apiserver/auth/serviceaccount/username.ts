import { isDns1123Subdomain, validateNamespaceName } from "../../../apimachinery/validation/names.ts";

const prefix = "system:serviceaccount:";

/** The namespace and name of a service account. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/** The user name of a service account (serviceaccount.MakeUsername). */
export const accountUsername = ({ namespace, name }: AccountName): string => `${prefix}${namespace}:${name}`;

/** The groups of the service accounts of a namespace (serviceaccount.MakeGroupNames). */
export const accountGroups = (namespace: string): readonly string[] => [
  "system:serviceaccounts",
  `system:serviceaccounts:${namespace}`,
];

/**
 * Returns the service account of a user name, or undefined if it is not the name of one (serviceaccount.SplitUsername).
 */
export function splitAccountUsername(username: string): AccountName | undefined {
  if (!username.startsWith(prefix)) return undefined;
  const [namespace = "", name = "", ...more] = username.slice(prefix.length).split(":");
  if (more.length > 0 || validateNamespaceName(namespace, false).length > 0 || isDns1123Subdomain(name).length > 0)
    return undefined;
  return { namespace, name };
}
