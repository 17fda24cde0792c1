import { trimRight } from "../apimachinery/trim.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Expectation, Expected, ExpectedContent, ExpectedText, Place } from "./lesson.ts";
import { type Finding, matchText, matchValue, shown, shownValue } from "./match.ts";
import { similarLines } from "./similar-output.ts";
import type { ReceivedAnswer } from "./send.ts";
import type { Variables } from "./variables.ts";

/** What expectations are compared with: an answer, or the output of a command. */
export type Observed = Omit<ReceivedAnswer, "watch"> & {
  readonly events: readonly JsonValue[];
  /** The entries of the audit log about the request. */
  readonly audit: readonly JsonValue[];
};

/** How many events an expectation waits for. */
export const eventCount = ({ content }: Expectation): number =>
  content?.kind === "events" ? content.events.filter(({ kind }) => kind !== "more").length : 0;

/** Whether an expectation says what the status is, in its first line or as a Status. */
export function namesStatus({ status, content }: Expectation): boolean {
  if (status !== undefined) return true;
  if (content?.kind !== "value" || content.value.kind !== "map") return false;
  return content.value.members.some(
    ([name, value]) => name === "code" || (name === "status" && value.kind === "scalar" && value.value === "Failure"),
  );
}

/** Compares an answer with an expectation: one finding for each claim. */
export function checkExpectation(
  { status, headers, content, place }: Expectation,
  observed: Observed,
  variables: Variables,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (status !== undefined) {
    const finding = matchText(status, String(observed.status), "the status", variables);
    findings.push(finding.holds ? finding : { ...finding, got: withMessage(observed) });
  }
  for (const { name, value } of headers) findings.push(matchHeader(name, value, observed, variables));
  if (content !== undefined) findings.push(...checkContent(content, place, observed, variables));
  return findings;
}

/** A status with the message of a refusal, which says more than the number. */
export function withMessage({ status, value }: Pick<Observed, "status" | "value">): string {
  const message = isRecord(value) && value["kind"] === "Status" ? value["message"] : undefined;
  return typeof message === "string" ? `${status}: ${shown(message)}` : String(status);
}

/** One of the headers with the name must match. */
function matchHeader(name: string, value: ExpectedText, { headers }: Observed, variables: Variables): Finding {
  const values = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, text]) => text);
  const findings = (values.length === 0 ? [undefined] : values).map((text) => matchText(value, text, name, variables));
  const [first] = findings;
  const holding = findings.find(({ holds }) => holds) ?? first;
  const got = values.length === 0 ? "nothing" : shown(values.join(", "));
  return { place: value.place, what: name, expected: value.text, ...holding, holds: holding?.holds === true, got };
}

function checkContent(
  content: ExpectedContent,
  place: Place,
  observed: Observed,
  variables: Variables,
): readonly Finding[] {
  switch (content.kind) {
    case "value":
      return observed.value === undefined
        ? [{ place, what: "the answer", holds: false, expected: "a document", got: shown(observed.text) }]
        : matchValue(content.value, observed.value, "", variables);
    case "events":
      return checkEvents(content.events, observed.events, variables);
    case "audit":
      return matchValue(content.entries, observed.audit, "audit", variables);
    case "lines":
      return checkLines(content.lines, observed.text, place, variables);
    case "output":
      return checkOutput(content.lines, observed.text, place);
    case "hex":
      return [
        matchText(
          { ...content.bytes, text: spaced(content.bytes.text) },
          hexOf(observed.bytes),
          "the bytes",
          variables,
        ),
      ];
    case "table":
      return checkTable(content, observed.value, place, variables);
  }
}

const spaced = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?\.\.\. ?/g, "...");
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 4096), (byte) => byte.toString(16).padStart(2, "0")).join(" ");

const checkEvents = (
  expected: readonly Expected[],
  events: readonly JsonValue[],
  variables: Variables,
): readonly Finding[] =>
  expected.slice(0, -1).some(({ kind }) => kind === "more")
    ? matchEventsAmong(expected, events, variables)
    : expected
        .filter(({ kind }) => kind !== "more")
        .flatMap((event, i) =>
          events[i] === undefined
            ? [{ place: event.place, what: `event ${i + 1}`, holds: false, expected: "an event", got: "none in time" }]
            : matchValue(event, events[i], `event ${i + 1}`, variables),
        );

/** Finds events among others; those that come after the last one have not been read. */
function matchEventsAmong(
  expected: readonly Expected[],
  events: readonly JsonValue[],
  variables: Variables,
): readonly Finding[] {
  const place = expected[0]?.place ?? { line: 0, start: 0, end: 0 };
  return matchValue(
    { kind: "list", place, items: [...expected, { kind: "more", place }] },
    events,
    "events",
    variables,
  );
}

/** Whether an expectation names events that others may come before. */
export const hasEventsBetween = ({ content }: Expectation): boolean =>
  content?.kind === "events" && content.events.slice(0, -1).some(({ kind }) => kind === "more");

/** Columns are as wide as what stands in them: several spaces within a line are as good as any other number of them. */
const inColumns = (line: string): string => line.trimEnd().replace(/(?<=\S)[ ]{2,}/g, "  ");

/** Compares lines in order; a line of `...` stands for any number of lines. */
function checkLines(
  lines: readonly ExpectedText[],
  text: string,
  place: Place,
  variables: Variables,
): readonly Finding[] {
  const got = trimRight(text, "\n").split("\n");
  const findings: Finding[] = [];
  let at = 0;
  let free = false;
  for (const line of lines) {
    if (line.text.trim() === "...") {
      free = true;
      continue;
    }
    const matches = (candidate: string | undefined): Finding =>
      matchLine(line, candidate, variables.for(variables.row));
    const found = free ? got.findIndex((candidate, i) => i >= at && matches(candidate).holds) : at;
    const chosen = found < 0 ? at : found;
    findings.push(matchLine(line, got[chosen], variables));
    at = chosen + 1;
    free = false;
  }
  const last = lines.at(-1)?.place ?? place;
  if (!free && at < got.length)
    findings.push({ place: last, what: "the end", holds: false, expected: "no more lines", got: shown(got[at] ?? "") });
  return findings;
}

/** Compares what was printed with what a page shows, as its readers do. */
const checkOutput = (lines: readonly ExpectedText[], text: string, place: Place): readonly Finding[] =>
  similarLines(
    lines.map((line) => line.text),
    text,
  ).map(({ index, holds, expected, got }) => ({
    place: lines[index]?.place ?? place,
    what: "the output",
    holds,
    expected: shown(expected),
    got: shown(got),
  }));

function matchLine(line: ExpectedText, got: string | undefined, variables: Variables): Finding {
  const compared = matchText({ ...line, text: inColumns(line.text) }, got && inColumns(got), "the line", variables);
  return compared.holds ? compared : { ...compared, got: got === undefined ? "nothing" : shown(got.trimEnd()) };
}

type ExpectedTable = Extract<ExpectedContent, { readonly kind: "table" }>;

/** Compares the rows of a Table, in the columns that are named. */
function checkTable(
  { columns, rows }: ExpectedTable,
  value: JsonValue | undefined,
  place: Place,
  variables: Variables,
): readonly Finding[] {
  const table: unknown = value;
  if (!isRecord(table) || table["kind"] !== "Table")
    return [{ place, what: "the answer", holds: false, expected: "a Table", got: shownValue(value) }];
  const names = listOf(table["columnDefinitions"]).map((column) => (isRecord(column) ? column["name"] : undefined));
  const cells = listOf(table["rows"]).map((row) => listOf(isRecord(row) ? row["cells"] : undefined));
  const heads = columns.map((column): Finding => ({
    place: column.place,
    what: `the column ${column.text}`,
    holds: names.includes(column.text),
    expected: column.text,
    got: names.join(", "),
  }));
  const count: Finding = {
    place,
    what: "the number of rows",
    holds: cells.length === rows.length,
    expected: String(rows.length),
    got: String(cells.length),
  };
  const compared = rows.flatMap((row, i) =>
    row.map((cell, at) => {
      const column = columns[at]?.text ?? "";
      const got = cells[i]?.[names.indexOf(column)];
      const text = got === undefined ? undefined : typeof got === "string" ? got : shownValue(got as JsonValue);
      return matchText(cell, text, `row ${i + 1}, ${column}`, variables);
    }),
  );
  return [...heads, count, ...compared];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
