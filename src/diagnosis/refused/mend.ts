import type { Remedy } from "../diagnosis.ts";
import { pathText } from "./field-path.ts";
import type { Refused } from "./refused.ts";

/** A cause of a refusal: the field, and what the validator says of it. */
export interface Told {
  readonly field: string;
  readonly message: string;
}

/** Knows what satisfies a validator, by its words and the body that was sent. */
export type Mend = (cause: Told, refused: Refused) => Remedy | undefined;

/** Writes another value in place of one that is refused. */
export const write = (path: readonly (string | number)[], value: string | number): Remedy => ({
  kind: "edit",
  words: `Write ${pathText(path)}: ${value}`,
  edits: [{ path, value }],
});
