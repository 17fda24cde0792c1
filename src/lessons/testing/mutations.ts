import type {
  Case,
  Expectation,
  Expected,
  ExpectedText,
  Lesson,
  Place,
  Prediction,
  Step,
  WantedObject,
} from "../lesson.ts";
import { absent, anyOrder } from "../match.ts";
import { isWatching } from "../run-commands.ts";
import { soleReference } from "../variables.ts";

/** A text in the place of a claim that makes it false. */
interface Change {
  /** The line is the one that a failure is reported at. */
  readonly place: Place;
  readonly replacement: string;
}

/** A claim of a lesson, and a text in its place that makes it false. */
export interface Mutation extends Change {
  /** The step or the goal that makes the claim. */
  readonly claimant: { readonly kind: "step" | "goal"; readonly index: number };
}

/** Something that no server answers. */
const wrong = "§";

/** Returns a mutation for every claim of a lesson. */
export const mutationsOf = (lesson: Lesson, text: string): readonly Mutation[] => [
  ...lesson.steps.flatMap((step) =>
    ofStep(step, text).map((change) => ({ ...change, claimant: { kind: "step" as const, index: step.index } })),
  ),
  ...lesson.goals.flatMap(({ parts, index }) =>
    parts
      .flatMap((part) => [...ofWanted(part), ...ofNumber(part, text)])
      .map((change) => ({ ...change, claimant: { kind: "goal" as const, index } })),
  ),
];

const ofStep = (step: Step, text: string): readonly Change[] => [
  ...step.expectations.flatMap((expectation) => ofExpectation(expectation, text, columnsOf(step))),
  ...ofAction(step),
  ...(step.cases ?? []).flatMap((row) => ofCase(row, step, text)),
  ...ofPrediction(step.prediction, step),
];

/** Returns a lesson's text with a mutation. */
export const mutate = (text: string, { place, replacement }: Change): string =>
  text.slice(0, place.start) + replacement + text.slice(place.end);

const columnsOf = ({ cases }: Step): ReadonlySet<string> => new Set(cases?.flatMap(({ cells }) => [...cells.keys()]));

function ofExpectation(
  { status, headers, content, place }: Expectation,
  text: string,
  columns: ReadonlySet<string>,
): readonly Change[] {
  const mutations: Change[] = [];
  if (status !== undefined && !columns.has(soleReference(status.text) ?? "")) {
    const lineEnd = text.indexOf("\n", status.place.start);
    mutations.push({ place: { ...status.place, end: lineEnd }, replacement: "299" });
  }
  for (const { value } of headers) mutations.push(...ofText(value, columns));
  if (content?.kind === "value") mutations.push(...ofValue(content.value, columns));
  if (content?.kind === "events") mutations.push(...content.events.flatMap((event) => ofValue(event, columns)));
  if (content?.kind === "audit") mutations.push(...ofValue(content.entries, columns));
  if (content?.kind === "lines") mutations.push(...ofLines(content.lines, columns));
  if (content?.kind === "hex") mutations.push({ place: content.bytes.place, replacement: `${content.bytes.text} 5` });
  if (content?.kind === "table") {
    const cells = [content.columns, ...content.rows].flat();
    mutations.push(...cells.flatMap((cell) => ofText(cell, columns)), ...withoutRow(content.rows, place, text));
  }
  return mutations;
}

/** The last row of a table is left out: the number of rows is a claim, which is reported at the table. */
function withoutRow(rows: readonly (readonly ExpectedText[])[], { line }: Place, text: string): readonly Change[] {
  const cell = rows.at(-1)?.[0];
  if (cell === undefined) return [];
  const [before, end] = [text.lastIndexOf("\n", cell.place.start), text.indexOf("\n", cell.place.start)];
  return [{ place: { line, start: before, end: end < 0 ? text.length : end }, replacement: "" }];
}

const ofLines = (lines: readonly ExpectedText[], columns: ReadonlySet<string>): readonly Change[] => [
  ...lines.flatMap((line) => ofText(line, columns)),
  ...withoutLine(lines),
];

/** The last line is left out: where no rest is expected, the end is a claim, which is reported at the line before. */
function withoutLine(lines: readonly ExpectedText[]): readonly Change[] {
  const last = lines.at(-1);
  const before = lines.slice(0, -1).findLast(({ text }) => text.trim() !== "");
  if (before === undefined || last === undefined || [before, last].some(({ text }) => text.trim() === "...")) return [];
  return [{ place: { line: before.place.line, start: before.place.end, end: last.place.end }, replacement: "" }];
}

function ofText({ text, place }: ExpectedText, columns: ReadonlySet<string>): readonly Change[] {
  const name = soleReference(text);
  if (name !== undefined && columns.has(name)) return [];
  if (text.trim() === "...") return [];
  return [{ place, replacement: name === undefined ? opposite(text) : absent }];
}

const opposite = (text: string): string => {
  if (text === absent) return "...";
  const other = /^<other than (.*)>$/.exec(text)?.[1];
  return other ?? `${text}${wrong}`;
};

function ofValue(expected: Expected, columns: ReadonlySet<string>): readonly Change[] {
  const { place } = expected;
  switch (expected.kind) {
    case "more":
      return [{ place, replacement: JSON.stringify(absent) }];
    case "map":
      return expected.members.length === 0
        ? [{ place, replacement: JSON.stringify(wrong) }]
        : expected.members.flatMap(([, value]) => ofValue(value, columns));
    case "list":
      return ofList(expected, columns);
    case "scalar":
      return ofScalar(expected, columns);
  }
}

function ofList(
  { items, place }: Extract<Expected, { readonly kind: "list" }>,
  columns: ReadonlySet<string>,
): readonly Change[] {
  if (items.length === 0) return [{ place, replacement: JSON.stringify([wrong]) }];
  const kept = items.filter((item) => item.kind !== "more" && !(item.kind === "scalar" && item.value === anyOrder));
  const whole = kept.length === items.length ? [{ place, replacement: "[]" }] : [];
  return [...whole, ...kept.flatMap((item) => ofValue(item, columns))];
}

function ofScalar(
  { value, place }: Extract<Expected, { readonly kind: "scalar" }>,
  columns: ReadonlySet<string>,
): readonly Change[] {
  if (typeof value === "number" || typeof value === "bigint")
    return [{ place, replacement: String(Number(value) + 1) }];
  if (typeof value === "boolean") return [{ place, replacement: String(!value) }];
  if (value === null) return [{ place, replacement: ` ${JSON.stringify(wrong)}` }];
  const name = soleReference(value);
  if (name !== undefined) return columns.has(name) ? [] : [{ place, replacement: JSON.stringify(absent) }];
  if (value === "...") return [{ place, replacement: JSON.stringify(absent) }];
  return [{ place, replacement: JSON.stringify(opposite(value)) }];
}

/** Says which object is meant, or what is asked. */
const addressing = new Set(["apiVersion", "kind", "name", "namespace", "spec"]);

function ofAction({ action }: Step): readonly Change[] {
  if (action.kind === "commands")
    return action.commands.flatMap(({ text, output }) =>
      isWatching(text) ? output.flatMap((line) => ofText(line, new Set())) : ofLines(output, new Set()),
    );
  if (action.kind !== "wait") return [];
  // what is absent from metadata may be so before a wait, and nothing tells then
  return action.wanted.flatMap((wanted) => ofWanted({ ...wanted, expected: withoutMetadata(wanted.expected) }));
}

/** What is said of an object, besides what it is found by. Of a review, what it is asked is no claim. */
function ofWanted({ kind, gone, expected }: WantedObject): readonly Change[] {
  if (gone) return [];
  return expected.members.flatMap(([name, value]) => {
    if (name === "metadata" && value.kind === "map") return value.members.flatMap(ofMember);
    return name === "spec" && kind !== "review" ? ofValue(value, new Set()) : ofMember([name, value]);
  });
}

const withoutMetadata = ({ members, ...rest }: WantedObject["expected"]): WantedObject["expected"] => ({
  ...rest,
  members: members.filter(([name]) => name !== "metadata"),
});

const ofMember = ([name, value]: readonly [string, Expected]): readonly Change[] =>
  addressing.has(name) ? [] : ofValue(value, new Set());

/** How many objects a goal wants: another number, or at least one where there is to be none. */
function ofNumber({ gone, count, place, kind, expected }: WantedObject, text: string): readonly Change[] {
  if (!gone && count === undefined) return kind === "named" ? ofName(expected) : [];
  // the fence above the block says it
  const fence = text.lastIndexOf("\n```", place.start);
  const word = gone ? " gone" : `count=${count}`;
  const start = text.indexOf(word, fence);
  return [
    {
      place: { line: place.line, start, end: start + word.length },
      replacement: gone ? "" : `count=${Number(count) + 1}`,
    },
  ];
}

/** An object of another name is not there. */
const ofName = (expected: Expected): readonly Change[] => {
  const name = nameOf(expected);
  return name === undefined ? [] : [{ place: name.place, replacement: JSON.stringify(`other${wrong}`) }];
};

function nameOf(expected: Expected): Expected | undefined {
  const member = (of: Expected | undefined, name: string): Expected | undefined =>
    of?.kind === "map" ? of.members.find(([key]) => key === name)?.[1] : undefined;
  return member(member(expected, "metadata"), "name");
}

/** The cells that only expectations name are claims. */
function ofCase({ cells }: Case, { action, place, source }: Step, text: string): readonly Change[] {
  const divider = source.indexOf("\n---\n");
  const request = action.kind === "request" && divider >= 0 ? source.slice(0, divider) : source;
  const expected = text.slice(place.start + request.length, text.indexOf("\n#", place.end) + 1 || text.length);
  return [...cells].flatMap(([column, cell]) => {
    const used = `\${${column}}`;
    if (request.includes(used) || !expected.includes(used) || cell.text === "") return [];
    const number = /^\d+$/.test(cell.text) ? String(Number(cell.text) + 1) : opposite(cell.text);
    return [{ place: cell.place, replacement: number }];
  });
}

function ofPrediction(prediction: Prediction | undefined, { expectations }: Step): readonly Change[] {
  const right = prediction?.choices.find((choice) => choice.right);
  if (right?.status === undefined || !expectations.some(({ status }) => status !== undefined)) return [];
  return [{ place: right.place, replacement: "299 Wrong" }];
}
