/**
 * Whether a resource version comes before another one of the same resource (apimachinery CompareResourceVersion, and
 * the mutation cache of client-go): numbers without leading zeros, however long.
 */
export const isOlderVersion = (version: string, other: string): boolean =>
  version.length === other.length ? version < other : version.length < other.length;
