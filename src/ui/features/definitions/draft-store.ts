import { isRecord } from "../../../apimachinery/is-record.ts";
import { defineDrafts } from "../../workbench/drafts.ts";
import { isFixture } from "./model/fixtures.ts";

/** A draft, which may have several documents; one of them is selected. */
export interface Draft {
  readonly text: string;
  /** The index of the selected document; -1 selects the first definition. */
  readonly document: number;
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && typeof value["text"] === "string" && typeof value["document"] === "number";

/** The texts of drafts by place. */
export const textsOf = (known: Readonly<Record<string, Draft>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(known).map(([place, { text }]) => [place, text]));

/**
 * The drafts by place (`own`, `own/NUMBER`, `gallery/ID`, `installed/NAME`) and the fixtures by definition name.
 * Fixtures are stored with the page and not as an annotation of the definition: a fixture may be as large as an object,
 * while annotations are limited to 256 KB in total, and each change would update the definition. They can be exported
 * to a file.
 */
export const drafts = defineDrafts({
  settings: { drafts: "definitions.drafts", fixtures: "definitions.fixtures" },
  isDraft,
  isFixture,
  change: (draft: Draft | undefined, part: Partial<Draft>): Draft => ({ text: "", document: -1, ...draft, ...part }),
});
