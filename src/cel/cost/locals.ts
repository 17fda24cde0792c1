import type { ComprehensionExpr } from "../ast.ts";
import { unionRanges, type Range } from "./estimate.ts";

/** Sizes of what a container holds. */
export interface EntrySize {
  readonly container: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

/** A variable of a comprehension. */
export interface Local {
  readonly path: readonly string[];
  readonly size: Range | undefined;
  readonly entrySize: EntrySize | undefined;
}

/** Variables of comprehensions, innermost last. */
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

/** Sizes of what one container or the other holds. */
export const unionEntries = (a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined =>
  a && b && { container: a.container, key: unionRanges(a.key, b.key), value: unionRanges(a.value, b.value) };

/** True for what `optMap` and the like become: a name for a value, and nothing to iterate over. */
export function isBinding({ iterRange, loopCondition, accuVar }: ComprehensionExpr): boolean {
  const isEmpty = iterRange.kind === "list" && iterRange.elements.length === 0;
  return isEmpty && loopCondition.kind === "literal" && loopCondition.value === false && accuVar !== "__result__";
}
