/** The labels and fields that selectors match (storage.AttrFunc). */
export interface SelectorAttributes {
  readonly labels: Readonly<Record<string, string>>;
  /** Selectable fields by path: `metadata.name`, `type`... */
  readonly fields: Readonly<Record<string, string>>;
}

/** A label or field that has a value. */
export interface Equality {
  readonly of: keyof SelectorAttributes;
  readonly name: string;
  readonly value: string;
}

/** Selects the objects of a list or watch (storage.SelectionPredicate). */
export interface SelectionPredicate {
  /**
   * Whether every object matches. Objects need not be evaluated then, and the remaining items of a list can be counted.
   */
  readonly everything: boolean;
  /** The only name that can match, if there is one. */
  readonly name?: string | undefined;
  /** What every object that matches has: the terms that an index can serve. */
  readonly equalities?: readonly Equality[];
  /** Equal for predicates that select the same objects, so that watchers can share results. */
  readonly id: string;
  matches(attributes: SelectorAttributes): boolean;
}

/** Selects every object (storage.Everything). */
export const everything: SelectionPredicate = { everything: true, id: "", matches: () => true };
