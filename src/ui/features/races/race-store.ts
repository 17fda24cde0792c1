import { trim } from "../../../apimachinery/trim.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { defineDrafts } from "../../workbench/drafts.ts";

/** A race that is written, as YAML. */
export interface RaceDraft {
  readonly text: string;
}

const isDraft = (value: unknown): value is RaceDraft => isRecord(value) && typeof value["text"] === "string";

/** The drafts of races by place: `own`, `own/NUMBER`, `example/ID`, `mended/ID`. */
export const raceDrafts = defineDrafts({
  settings: { drafts: "races.drafts" },
  isDraft,
  isFixture: (value): value is never => value === undefined,
  change: (_: RaceDraft | undefined, draft: RaceDraft): RaceDraft => draft,
});

/** The name in the text of a race; undefined if it has none yet. */
export const nameOfRace = (text: string): string | undefined =>
  trim(/^name:(.*)$/m.exec(text)?.[1] ?? "", " ").replace(/^["']|["']$/g, "") || undefined;
