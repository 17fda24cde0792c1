import type { ServedGroup } from "./api-groups.ts";

/** A version of a group in the aggregated document. */
export interface MergedVersion {
  readonly version: string;
  /** What is known of it if another server serves it: the JSON of its resources, if it has ever answered. */
  readonly remote: { readonly resources: string | undefined; readonly freshness: "Current" | "Stale" } | undefined;
}

/** The groups other than the core group as clients discover them, those of other servers included, in order. */
export interface DiscoveredGroups {
  /** For `/apis` and the documents of groups. */
  readonly plain: readonly ServedGroup[];
  /** For the aggregated document. */
  readonly aggregated: readonly { readonly name: string; readonly versions: readonly MergedVersion[] }[];
}
