/** What selectors look at in an object (storage.AttrFunc). */
export interface SelectorAttributes {
  readonly labels: Readonly<Record<string, string>>;
  /** Selectable fields by path: `metadata.name`, `type`... */
  readonly fields: Readonly<Record<string, string>>;
}

/** Decides which objects a list or watch is about (storage.SelectionPredicate). */
export interface SelectionPredicate {
  /** Selects everything: no look at any object is needed, and remaining items may be counted. */
  readonly everything: boolean;
  /** The one name that can match, where there is only one. */
  readonly name?: string | undefined;
  /** Equal for predicates that decide alike, so that watchers can share the decision. */
  readonly id: string;
  matches(attributes: SelectorAttributes): boolean;
}
