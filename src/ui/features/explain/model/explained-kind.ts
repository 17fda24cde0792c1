/** A kind as an address names it. */
export interface ExplainedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Reads the parts of an address after `explain`; pods when it names none. "core" stands for no group. */
export const explainedKindOf = ([group = "core", version = "v1", kind = "Pod"]: readonly string[]): ExplainedKind => ({
  group: group === "core" ? "" : group,
  version,
  kind,
});
