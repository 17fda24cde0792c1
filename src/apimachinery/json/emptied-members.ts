/** An empty list or map. */
type Empty = readonly [] | Readonly<Record<string, never>>;

/** The members of decoded records that are absent because they are empty, which Go keeps apart from absent ones. */
const emptied = new WeakMap<object, ReadonlyMap<string, Empty>>();

const none: ReadonlyMap<string, Empty> = new Map();

/** Remembers the members that a decoded record does not have because they are empty. */
export const noteEmptied = (record: object, members: ReadonlyMap<string, Empty>): unknown =>
  emptied.set(record, members);

/**
 * Returns the empty list or map that a record was decoded with, or undefined. Only messages and checks for nil ask. A
 * copy that sets the member, if only to undefined, has its own.
 */
export const emptiedMember = (record: object, member: string): Empty | undefined =>
  Object.hasOwn(record, member) ? undefined : emptied.get(record)?.get(member);

/** Returns the members that a record was decoded without because they are empty. */
export const emptiedMembers = (record: object): ReadonlyMap<string, Empty> => emptied.get(record) ?? none;

/** Remembers of a copy of a record what is known of the record. Returns the copy. */
export function copyEmptied<T extends object>(record: object, copy: T): T {
  const members = emptied.get(record);
  if (members !== undefined) emptied.set(copy, members);
  return copy;
}

/** Reports whether a record was decoded without members that were empty. */
export const isEmptied = (record: object): boolean => emptied.has(record);
