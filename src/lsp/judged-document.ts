import type { Answer } from "../validate/answer.ts";
import type { Manifest } from "../validate/manifest.ts";
import type { Finding } from "../validate/report.ts";

/** A finding in a document, and what it is of: undefined for a text that cannot be read. */
export interface Told {
  readonly finding: Finding;
  readonly of?: { readonly manifest: Manifest; readonly answer: Answer };
}
