import type { RevisionEntry } from "../../../../client/history.ts";

const controllerAccounts = "system:serviceaccount:kube-system:";
const nodes = "system:node:";

/** The programs that write with a user of their own, by the user. */
const programs: ReadonlyMap<string, string> = new Map([
  ["system:apiserver", "kube-apiserver"],
  ["system:kube-scheduler", "kube-scheduler"],
  ["system:kube-controller-manager", "kube-controller-manager"],
  ["system:simulated-nodes", "simulated nodes"],
]);

/** The author of a write whose user and field manager are not known. */
const unknownAuthor = "unknown";

/**
 * Names who made a write: a controller or another program by its upstream name, `kubelet` for nodes, and the field
 * manager of all others.
 */
export function authorOf({ user, managers }: Pick<RevisionEntry, "user" | "managers">): string {
  const manager = managers.join(", ");
  if (user === undefined) return manager || unknownAuthor;
  if (user.startsWith(controllerAccounts)) return user.slice(controllerAccounts.length);
  if (user.startsWith(nodes)) return "kubelet";
  return programs.get(user) ?? (manager || user);
}

/** Says who made a write, with the user and the field manager behind the name: `deployment-controller (manager …)`. */
export function authorInWords(entry: Pick<RevisionEntry, "user" | "managers">): string {
  const name = authorOf(entry);
  const manager = entry.managers.join(", ");
  const behind = [
    ...(entry.user === undefined || entry.user === name || entry.user.endsWith(`:${name}`) ? [] : [entry.user]),
    ...(manager === "" || manager === name ? [] : [`manager ${manager}`]),
  ];
  return behind.length === 0 ? name : `${name} (${behind.join(", ")})`;
}

/** A row of the line: an author, or all others together. */
export interface Lane {
  readonly label: string;
  readonly authors: ReadonlySet<string>;
  readonly count: number;
}

/** Reports whether a filter hides all of some values, as the authors of a row. */
export const isHidden = <T>(values: ReadonlySet<T>, hidden: ReadonlySet<T>): boolean =>
  [...values].every((value) => hidden.has(value));

/** Returns the rows of the line, those who wrote most first. Beyond `most`, the others share the last one. */
export function lanesOf(counts: ReadonlyMap<string, number>, most: number): readonly Lane[] {
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const own = sorted.length <= most ? sorted : sorted.slice(0, most - 1);
  const others = sorted.slice(own.length);
  const lanes = own.map(([label, count]): Lane => ({ label, authors: new Set([label]), count }));
  if (others.length === 0) return lanes;
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  return [...lanes, { label: `${others.length} others`, authors: new Set(others.map(([name]) => name)), count }];
}
