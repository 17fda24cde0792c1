/** What all conditions of a status have; kinds add fields of their own. */
export interface StatusCondition {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly lastTransitionTime?: unknown;
}

/** Returns the conditions with one in the place of that of its type, or behind the others. */
export function replaceCondition<C extends StatusCondition>(conditions: readonly C[], condition: C): readonly C[] {
  const at = conditions.findIndex(({ type }) => type === condition.type);
  return at < 0 ? [...conditions, condition] : conditions.with(at, condition);
}

/** Returns the condition with the transition time of the one before it, if that has the same status and a time. */
export const keepTransitionTime = <C extends StatusCondition>(before: StatusCondition | undefined, condition: C): C =>
  before?.status === condition.status && before?.lastTransitionTime !== undefined
    ? { ...condition, lastTransitionTime: before.lastTransitionTime }
    : condition;

/**
 * Returns the conditions with one replaced or added. The condition carries the present time as its transition time,
 * which counts only if its status has changed (meta.SetStatusCondition).
 */
export const setStatusCondition = <C extends StatusCondition>(conditions: readonly C[], condition: C): readonly C[] =>
  replaceCondition(
    conditions,
    keepTransitionTime(
      conditions.find(({ type }) => type === condition.type),
      condition,
    ),
  );
