import { FieldSet } from "./field-set.ts";

/** Keeps some paths of a set (fieldpath.Filter). */
export type FieldFilter = (set: FieldSet) => FieldSet;

/** Returns a filter that drops the paths of a set and everything below them (fieldpath.NewExcludeSetFilter). */
export const excluding =
  (excluded: FieldSet): FieldFilter =>
  (set) =>
    set.recursiveDifference(excluded);

/** The steps of a path by their names; one without further steps matches everything below it. */
interface Steps extends ReadonlyMap<string, Steps> {}

/** Stands for any element: a field, or an item of a list. */
const anyElement = "*";

/**
 * Returns a filter that keeps what is at some paths, below them, and above them (fieldpath.NewIncludeMatcherFilter).
 * The names of a path are those of fields; `*` stands for any element, as in `spec.containers.*.resources`.
 */
export function including(paths: readonly string[]): FieldFilter {
  const steps = stepsOf(paths.map((path) => path.split(".")));
  return (set) => keepMatching(set, steps);
}

function stepsOf(paths: readonly (readonly string[])[]): Steps {
  const rests = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths) if (name !== undefined) rests.set(name, [...(rests.get(name) ?? []), rest]);
  return new Map([...rests].map(([name, rest]) => [name, stepsOf(rest)]));
}

function keepMatching(set: FieldSet, steps: Steps): FieldSet {
  if (steps.size === 0) return set;
  return FieldSet.of(
    set.entries.flatMap((entry) => {
      const { element, member } = entry;
      const below = (element.kind === "field" ? steps.get(element.name) : undefined) ?? steps.get(anyElement);
      if (below === undefined) return [];
      const kept = entry.children && keepMatching(entry.children, below);
      const children = kept === undefined || kept.isEmpty ? undefined : kept;
      return member || children !== undefined ? [{ element, member, children }] : [];
    }),
  );
}
