import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { lifecycleTable, type LifecycleRow } from "./lifecycle-table.ts";
import { binaryRelease, formatRelease, type Release } from "./release.ts";

/** The releases that introduced, deprecated and removed a version of a kind (prerelease-lifecycle). */
export interface ApiLifecycle {
  /** 0 if it always existed, as far as this server knows. */
  readonly introduced: Release;
  readonly deprecated?: Release;
  /** The first release that does not serve it. */
  readonly removed?: Release;
  /** The replacement as `group/version Kind`. */
  readonly replacement?: string;
}

/** Returns the lifecycle of each kind of a table, by `group/version Kind`. */
export const readLifecycles = (table: readonly LifecycleRow[]): ReadonlyMap<string, ApiLifecycle> =>
  new Map(table.flatMap((row) => row[1].split(" ").map((kind) => [`${row[0]} ${kind}`, readRow(row, kind)] as const)));

function readRow([, , introduced, deprecated, removed, replacement]: LifecycleRow, kind: string): ApiLifecycle {
  return {
    introduced,
    ...(deprecated !== undefined && { deprecated }),
    ...(removed !== undefined && { removed }),
    ...(replacement !== undefined && {
      replacement: replacement.includes(" ") ? replacement : `${replacement} ${kind}`,
    }),
  };
}

const lifecycles = readLifecycles(lifecycleTable);

const always: ApiLifecycle = { introduced: 0 };

/** Returns the lifecycle of a kind that this server can serve. */
export const lifecycleOf = (gvk: GroupVersionKind): ApiLifecycle =>
  lifecycles.get(`${formatGroupVersion(gvk)} ${gvk.kind}`) ?? always;

/** Reports whether a release serves a kind. */
export function isAvailable(gvk: GroupVersionKind, release: Release): boolean {
  const { introduced, removed } = lifecycleOf(gvk);
  return introduced <= release && (removed === undefined || removed > release);
}

/** The deprecation of a version. */
export interface Deprecation {
  readonly warning: string;
  /** The release that removes it; "" if unknown. */
  readonly removedRelease: string;
}

/**
 * Returns the deprecation of a kind; undefined if it is not deprecated. As upstream, it depends on the binary version,
 * not on the emulated one (deprecation.IsDeprecated, WarningMessage).
 */
export function deprecationOf(gvk: GroupVersionKind): Deprecation | undefined {
  const { deprecated, removed, replacement } = lifecycleOf(gvk);
  if (deprecated === undefined || deprecated > binaryRelease) return undefined;
  const gone = removed === undefined ? "" : `, unavailable in v${formatRelease(removed)}+`;
  return {
    warning: `${formatGroupVersion(gvk)} ${gvk.kind} is deprecated in v${formatRelease(deprecated)}+${gone}${replacement === undefined ? "" : `; use ${replacement}`}`,
    removedRelease: removed === undefined ? "" : formatRelease(removed),
  };
}
