import type { Node } from "./owner-graph.ts";

const most = 10_000;

/** Owners that were found alive where their dependents look for them, so that further dependents need no look. */
export class KnownOwners {
  readonly #places = new Map<string, string>();
  #epoch = 0;

  /** Changes whenever an owner is forgotten: what was found out before that may not hold any more. */
  get epoch(): number {
    return this.#epoch;
  }

  /** All owners of an object are known. */
  cover(node: Node): boolean {
    return node.owners.every((owner) => this.#places.get(owner.uid) === placeOf(node, owner));
  }

  /** Remembers owners that were looked for since `epoch`. */
  add(node: Node, owners: Node["owners"], epoch: number): void {
    if (epoch !== this.#epoch) return;
    if (this.#places.size > most) this.#places.clear();
    for (const owner of owners) this.#places.set(owner.uid, placeOf(node, owner));
  }

  forget(uid: string): void {
    this.#epoch++;
    this.#places.delete(uid);
  }

  clear(): void {
    this.#epoch++;
    this.#places.clear();
  }
}

const placeOf = ({ namespace = "" }: Node, { apiVersion, kind, name }: Node["owners"][number]): string =>
  `${apiVersion} ${kind} ${namespace}/${name}`;
