import type { ComprehensionExpr } from "../ast.ts";
import { unionRanges, type Range } from "./estimate.ts";
import type { GoPath } from "./go-path.ts";

/** The sizes of a container's keys and values. */
export interface EntrySize {
  readonly container: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

/** A comprehension variable. */
export interface Local {
  readonly path: GoPath;
  readonly size: Range | undefined;
  readonly entrySize: EntrySize | undefined;
}

/** The comprehension variables in scope, innermost last. */
export class Locals {
  readonly #stacks = new Map<string, Local[]>();

  find(name: string): Local | undefined {
    return this.#stacks.get(name)?.at(-1);
  }

  push(name: string, local: Local): void {
    const known = this.#stacks.get(name);
    if (known === undefined) this.#stacks.set(name, [local]);
    else known.push(local);
  }

  pop(name: string): void {
    this.#stacks.get(name)?.pop();
  }
}

/** Returns the union of the entry sizes of two containers. */
export const unionEntries = (a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined =>
  a && b && { container: a.container, key: unionRanges(a.key, b.key), value: unionRanges(a.value, b.value) };

/**
 * Reports whether a comprehension is the expansion of `optMap` or a similar macro, which binds a value to a name and
 * does not iterate.
 */
export function isBinding({ iterRange, loopCondition, accuVar }: ComprehensionExpr): boolean {
  const isEmpty = iterRange.kind === "list" && iterRange.elements.length === 0;
  return isEmpty && loopCondition.kind === "literal" && loopCondition.value === false && accuVar !== "__result__";
}
