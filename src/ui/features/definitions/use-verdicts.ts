import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Fixture, FixtureVerdict, FixtureVerdicts } from "../../../client/definitions.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage, type Page } from "../../state/page.ts";
import type { FixtureText } from "./model/fixtures.ts";
import type { ReadValue } from "../../texts/text-calls.ts";
import { textsOf } from "../../texts/texts.ts";
import { troubleOf, valueOf } from "../../workbench/fixtures.tsx";

/** The latest verdicts on the fixtures. */
export interface Judged {
  readonly verdicts: FixtureVerdicts | undefined;
  /** The verdicts by fixture id. */
  readonly byId: ReadonlyMap<string, FixtureVerdict>;
  readonly values: ReadonlyMap<string, Fixture>;
  /** The reason why fixtures cannot be evaluated. */
  readonly trouble: string;
}

const nothing: Judged = { verdicts: undefined, byId: new Map(), values: new Map(), trouble: "" };

export type Judgeable = Pick<FixtureText, "id" | "object" | "old">;

/** Validates fixtures with the server's engine, after a pause in typing. */
export function useVerdicts(spec: unknown, version: string, fixtures: readonly Judgeable[]): Judged {
  const page = usePage();
  const judged = useLatestAnswer(
    () =>
      judge(page, spec, version, fixtures).catch((error: unknown): Judged => ({
        ...nothing,
        trouble: messageOf(error),
      })),
    [page, spec, version, fixtures],
    150,
  );
  return judged ?? nothing;
}

async function judge(page: Page, spec: unknown, version: string, fixtures: readonly Judgeable[]): Promise<Judged> {
  const read = await textsOf(page).parse(fixtures.flatMap(({ object, old }) => [object, old ?? ""]));
  const rows = fixtures.map((fixture, i) => ({
    id: fixture.id,
    ...readFixture(read[2 * i], fixture.old === undefined ? undefined : read[2 * i + 1]),
  }));
  const verdicts = await page.inspect.definitionVerdicts(
    { spec, version },
    rows.map(({ value }) => value),
  );
  const byId = new Map(rows.map(({ id, trouble }, i) => [id, withTrouble(verdicts.fixtures[i], trouble)] as const));
  return { verdicts, byId, values: new Map(rows.map(({ id, value }) => [id, value])), trouble: "" };
}

function readFixture(
  object: ReadValue | undefined,
  old: ReadValue | undefined,
): { readonly value: Fixture; readonly trouble: string } {
  const [now, before] = [valueOf(object), valueOf(old)];
  return {
    value: { object: now, ...(old !== undefined && { old: before ?? null }) },
    trouble: [troubleOf(object), troubleOf(old)].filter((words) => words !== "").join("; "),
  };
}

/** Adds a parse error to a verdict as a problem. */
function withTrouble(verdict: FixtureVerdict | undefined, message: string): FixtureVerdict {
  const base = verdict ?? { problems: [], warnings: [], schema: [], rules: [], cost: 0 };
  return message === "" ? base : { ...base, problems: [{ field: "", message }], schema: [{ field: "", message }] };
}
