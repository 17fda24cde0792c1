/** The group, version and kind of an explain address. */
export interface ExplainedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Parses the path segments of an explain address. Defaults to pods; "core" denotes the empty group. */
export const explainedKindOf = ([group = "core", version = "v1", kind = "Pod"]: readonly string[]): ExplainedKind => ({
  group: group === "core" ? "" : group,
  version,
  kind,
});
