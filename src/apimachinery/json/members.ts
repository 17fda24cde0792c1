/** Sets a member of an object, including one named `__proto__`, where plain assignment would set the prototype. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/**
 * Returns an own member of an object. Handles names such as `constructor` and `__proto__`; JSON members are never
 * functions.
 */
export function memberOf<T>(object: { readonly [name: string]: T }, name: string): T | undefined {
  const value = object[name];
  if (name === "__proto__") return Object.hasOwn(object, name) ? value : undefined;
  return typeof value === "function" ? undefined : value;
}

/**
 * Returns a copy of an object. Spread copies all members at once and keeps the fast layout of the source. An object
 * that gets more than a dozen members one by one is turned into a slower dictionary, unless the engine already knows a
 * layout with the same members in the same order.
 */
export const copyOf = <T>(object: { readonly [name: string]: T }): { [name: string]: T } => ({ ...object });

/**
 * Returns a copy of an object with some members changed or added. Members are set one by one: spread in code that
 * handles objects of many layouts creates a new layout for each copy, while copies made this way share theirs, which
 * makes later reads faster.
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

/** Returns a copy of an object without one of its optional members. */
export function copyWithout<T extends object>(object: T, left: keyof T & string): T {
  const copy: Record<string, unknown> = {};
  for (const name in object)
    if (name !== left) setMember(copy, name, (object as Readonly<Record<string, unknown>>)[name]);
  return copy as T;
}
