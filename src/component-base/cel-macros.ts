/** The CEL macros that Kubernetes enables, each with the number of iteration variables it accepts. */
export const celMacros = {
  has: [],
  all: [1, 2],
  exists: [1, 2],
  exists_one: [1, 2],
  existsOne: [2],
  map: [1],
  filter: [1],
  transformList: [2],
  transformMap: [2],
  transformMapEntry: [2],
  sortBy: [1],
  optMap: [1],
  optFlatMap: [1],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** The name of a macro. */
export type CelMacroName = keyof typeof celMacros;
