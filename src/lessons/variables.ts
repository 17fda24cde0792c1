import { StepProblem } from "./bounds.ts";
import type { Case, ExpectedText } from "./lesson.ts";

const reference = /\$\{([A-Za-z]\w*)\}/g;

/** A text with its values put in, or the name of a value that is not known yet. */
export type Substituted = { readonly text: string; readonly unknown?: undefined } | { readonly unknown: string };

/** The values that a lesson has taken from answers, by name, and those of the row of a table that a step runs for. */
export class Variables {
  readonly #values: Map<string, string>;
  /** The row of the table. */
  readonly row: Case | undefined;

  constructor(values: ReadonlyMap<string, string> = new Map(), row?: Case) {
    this.#values = new Map(values);
    this.row = row;
  }

  /** Returns the values with those of a row, or a copy. */
  for(row: Case | undefined): Variables {
    return new Variables(this.#values, row);
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Takes over what another set of values has learned. */
  learn({ values }: Variables): void {
    for (const [name, value] of values) this.#values.set(name, value);
  }

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Puts values into a text; `encode` is applied to those that come from answers, not to those of a row. */
  substitute(text: string, encode: (value: string) => string = (value) => value): Substituted {
    let unknown: string | undefined;
    const result = text.replace(reference, (_whole, name: string) => {
      const cell = this.row?.cells.get(name)?.text;
      if (cell !== undefined) return this.#withValues(cell, encode);
      const value = this.#values.get(name);
      if (value === undefined) unknown ??= name;
      return encode(value ?? "");
    });
    return unknown === undefined ? { text: result } : { unknown };
  }

  /** A cell may name values as well. */
  #withValues(cell: string, encode: (value: string) => string): string {
    return cell.replace(reference, (whole, name: string) => {
      const value = this.#values.get(name);
      return value === undefined ? whole : encode(value);
    });
  }

  /** Returns the cell that a text consists of: `${column}`. */
  cell(text: string): ExpectedText | undefined {
    const name = soleReference(text);
    return name === undefined ? undefined : this.row?.cells.get(name);
  }

  /** Returns the first cell that a text names. */
  cellIn(text: string): ExpectedText | undefined {
    for (const [, name = ""] of text.matchAll(reference)) {
      const cell = this.row?.cells.get(name);
      if (cell !== undefined) return cell;
    }
    return undefined;
  }
}

/** Returns the name in a text that is nothing but a reference. */
export const soleReference = (text: string): string | undefined => /^\$\{([A-Za-z]\w*)\}$/.exec(text)?.[1];

/** Puts values into a text; throws a StepProblem for one that is not known. */
export function put(text: string, variables: Variables, encode?: (value: string) => string): string {
  const result = variables.substitute(text, encode);
  if (result.unknown !== undefined) throw new StepProblem(`no value of ${result.unknown} is known yet`);
  return result.text;
}
