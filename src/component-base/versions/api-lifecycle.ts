import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { lifecycleTable, type LifecycleRow } from "./lifecycle-table.ts";
import { binaryRelease, formatRelease, type Release } from "./release.ts";

/** When a version of a kind came, and when it goes (prerelease-lifecycle). */
export interface ApiLifecycle {
  /** 0 for what was there from the start, or always as far as this server can tell. */
  readonly introduced: Release;
  readonly deprecated?: Release;
  /** The first release without it. */
  readonly removed?: Release;
  /** `group/version Kind` to use instead. */
  readonly replacement?: string;
}

/** The life of each kind of a table, by `group/version Kind`. */
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

/** What is known of a kind that this server can serve. */
export const lifecycleOf = (gvk: GroupVersionKind): ApiLifecycle =>
  lifecycles.get(`${formatGroupVersion(gvk)} ${gvk.kind}`) ?? always;

/** Whether a release has a kind. */
export function isAvailable(gvk: GroupVersionKind, release: Release): boolean {
  const { introduced, removed } = lifecycleOf(gvk);
  return introduced <= release && (removed === undefined || removed > release);
}

/** What there is to tell of a deprecated version. */
export interface Deprecation {
  readonly warning: string;
  /** The release without it; "" where none is known. */
  readonly removedRelease: string;
}

/**
 * What requests for a kind are told; undefined while it is not deprecated. Upstream asks the server's own release,
 * whichever it acts as (deprecation.IsDeprecated, WarningMessage).
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
