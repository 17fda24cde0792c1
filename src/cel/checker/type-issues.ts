import type { Issue } from "../issue.ts";
import { locationOf } from "../source.ts";
import { formatType } from "../types/format.ts";
import { errorType, type Type } from "../types/type.ts";

interface Placed {
  readonly offset: number;
}

/** Collects the issues found by the checker. */
export class TypeIssues {
  readonly #text: string;
  readonly list: Issue[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  report({ offset }: Placed, message: string): void {
    this.list.push({ location: locationOf(this.#text, offset), message, offset });
  }

  mismatch(at: Placed, expected: Type, found: Type): void {
    this.report(at, `expected type '${formatType(expected)}' but found '${formatType(found)}'`);
  }

  undeclared(at: Placed, name: string): Type {
    this.report(at, `undeclared reference to '${name}' (in container '')`);
    return errorType;
  }
}
