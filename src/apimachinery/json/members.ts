/** Sets a member of an object, also one called `__proto__`, which plain assignment would take for something else. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/**
 * An object's own member, whatever its name: `constructor` and `__proto__` are names like others. No member of JSON is
 * a function.
 */
export function memberOf<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  const value = object[name];
  if (name === "__proto__") return Object.hasOwn(object, name) ? value : undefined;
  return typeof value === "function" ? undefined : value;
}

/**
 * A copy of an object as it is. Engines make it in one go, and it is as quick to look through as can be; what gets more
 * than a dozen members one
 * after the other becomes a table, which is slower, unless something with the same members in the same order is there
 * already.
 */
export const copyOf = <T>(object: { readonly [name: string]: T }): { [name: string]: T } => ({ ...object });

/**
 * A copy of an object with some members changed or added. Engines give what is made by `...` in code that meets objects
 * of many layouts a layout
 * of its own each time; made member by member, copies share theirs, and all that reads them later runs faster.
 */
export function copyWith<T extends object>(object: T, changes: Partial<T>): T {
  const copy: Record<string, unknown> = {};
  addMembers(copy, object);
  addMembers(copy, changes);
  return copy as T;
}

function addMembers(copy: Record<string, unknown>, members: object): void {
  for (const name in members) setMember(copy, name, (members as Readonly<Record<string, unknown>>)[name]);
}

/** A copy of an object without one of its members, which its type allows to be missing. */
export function copyWithout<T extends object>(object: T, left: keyof T & string): T {
  const copy: Record<string, unknown> = {};
  for (const name in object)
    if (name !== left) setMember(copy, name, (object as Readonly<Record<string, unknown>>)[name]);
  return copy as T;
}
