import { isRecord } from "../../../apimachinery/is-record.ts";
import { defineDrafts } from "../../workbench/drafts.ts";

/** What is changed at a place: the types, and the fixtures as YAML. */
export interface LabDraft {
  readonly source?: string | undefined;
  readonly fixtures?: string | undefined;
}

const isDraft = (value: unknown): value is LabDraft =>
  isRecord(value) && [value["source"], value["fixtures"]].every((text) => /^(string|undefined)$/.test(typeof text));

/** The drafts of the lab by place: `own`, `own/NUMBER`, `tag/ID`, `documented/ID`. */
export const labDrafts = defineDrafts({
  settings: { drafts: "declarative.drafts" },
  isDraft,
  isFixture: (value): value is never => value === undefined,
  change: (draft: LabDraft | undefined, part: LabDraft): LabDraft => ({ ...draft, ...part }),
});
