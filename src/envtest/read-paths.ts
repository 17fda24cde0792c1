/** A field that a condition has read: its path and its value. */
export interface ReadField {
  /** `status.conditions[0].type` */
  readonly path: string;
  readonly value: unknown;
}

/**
 * Returns what a condition reads of an object, in the order of reading, each field once: the values that it looks at,
 * not what it passes on the way there. A condition that throws has read what it read before.
 */
export function fieldsRead<T extends object>(object: T, condition: (object: T) => unknown): readonly ReadField[] {
  const read = new Map<string, unknown>();
  try {
    condition(recording(object, "", read));
  } catch {
    // the caller knows that the condition does not hold
  }
  const paths = [...read.keys()];
  const isPassed = (path: string): boolean =>
    paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`));
  return paths.filter((path) => !isPassed(path)).map((path) => ({ path, value: read.get(path) }));
}

function recording<T extends object>(target: T, at: string, read: Map<string, unknown>): T {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key);
      // methods, and the length that they read
      if (typeof key === "symbol" || typeof value === "function" || (key === "length" && Array.isArray(target)))
        return value;
      const path = pathOf(at, key, Array.isArray(target));
      read.set(path, value);
      return typeof value === "object" && value !== null ? recording(value, path, read) : value;
    },
  });
}

function pathOf(parent: string, key: string, isItem: boolean): string {
  if (isItem) return `${parent}[${key}]`;
  if (!/^[\w$]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}
