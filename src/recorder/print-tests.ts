import type { Pattern } from "./pattern.ts";
import type { EventsOperation, FindOperation, Operation, Plan, RequestOperation } from "./plan.ts";
import {
  assertionsOf,
  matcherExpression,
  regularExpression,
  sentExpression,
  textExpression,
  valueAt,
} from "./print-javascript.ts";

/** What a kind of tests is written with. */
interface Dialect {
  readonly server: string;
  readonly status: (status: number) => string;
  readonly claims: (part: Pattern) => readonly string[];
  /** What repeats a check until it holds, around its lines. */
  readonly repeat: readonly [before: string, after: string];
  /** Whether a variable for a watch says of what type it is. */
  readonly watchType: string;
}

const inPlaywright: Dialect = {
  server: "kubepad",
  status: (status) => `expect(answer.status).toBe(${status});`,
  claims: (part) => [`expect(body).toMatchObject(${matcherExpression(part, "")});`],
  repeat: ["await expect(async () => {", "}).toPass();"],
  watchType: ": ReturnType<typeof eventsOf>",
};

const inNode: Dialect = {
  server: "server",
  status: (status) => `assert.equal(answer.status, ${status});`,
  claims: (part) => assertionsOf(part, "body"),
  repeat: ["await eventually(async () => {", "});"],
  watchType: "",
};

/** Writes a replay as a test for Playwright, on the fixture of `kubepad/playwright`. */
export function printPlaywrightTest(plan: Plan): string {
  const steps = plan.operations.flatMap((operation) => {
    const lines = linesOf(operation, inPlaywright);
    return lines.length === 0
      ? []
      : [`await test.step(${quoted(operation.title)}, async () => {`, ...indented(lines), "});"];
  });
  const options = optionsOf(plan);
  return [
    'import { expect, test } from "kubepad/playwright";',
    "",
    ...(options === undefined ? [] : [`const kubepadOptions = ${options};`, "test.use({ kubepadOptions });", ""]),
    `test(${quoted(plan.name)}, async ({ kubepad }) => {`,
    ...indented([...declarations(plan, inPlaywright), ...steps]),
    "});",
    ...watchHelpers(plan, typedEventsOf, typedEventWith),
    "",
  ].join("\n");
}

/** Writes a replay as a test for node:test, on a server of `kubepad/testing`. */
export function printNodeTest(plan: Plan): string {
  const steps = plan.operations.flatMap((operation) => {
    const lines = linesOf(operation, inNode);
    return lines.length === 0
      ? []
      : [`await t.test(${quoted(operation.title)}, async () => {`, ...indented(lines), "});"];
  });
  const all = [...declarations(plan, inNode), ...steps];
  const options = optionsOf(plan);
  return [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { createTestServer } from "kubepad/testing";',
    "",
    ...(options === undefined ? [] : [`const options = ${options};`, ""]),
    `test(${quoted(plan.name)}, async (t) => {`,
    `  const server = await createTestServer(${options === undefined ? "" : "options"});`,
    "  t.after(() => server.close());",
    ...indented(all),
    "});",
    ...(all.some((line) => line.includes("eventually(")) ? eventually : []),
    ...watchHelpers(plan, eventsOf, eventWith),
    "",
  ].join("\n");
}

const eventually = [
  "",
  "/** Repeats a check until it holds: controllers take a moment. */",
  "async function eventually(check) {",
  "  for (let attempt = 1; ; attempt++) {",
  "    try {",
  "      return await check();",
  "    } catch (error) {",
  "      if (attempt === 200) throw error;",
  "      await new Promise((resolve) => setTimeout(resolve, 50));",
  "    }",
  "  }",
  "}",
];

const eventsOf = [
  "",
  "/** Reads the events of a watch. */",
  "async function* eventsOf(answer) {",
  '  let text = "";',
  "  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {",
  '    const lines = (text + chunk).split("\\n");',
  '    text = lines.pop() ?? "";',
  "    for (const line of lines) yield JSON.parse(line);",
  "  }",
  "}",
];

const eventWith = [
  "",
  "/** Reads events until one passes a check: others may come before it. */",
  "async function eventWith(events, check) {",
  "  for (let failure; ; ) {",
  "    const { value, done } = await events.next();",
  "    if (done) throw failure;",
  "    try {",
  "      return check(value);",
  "    } catch (error) {",
  "      failure = error;",
  "    }",
  "  }",
  "}",
];

const typedEventsOf = eventsOf.map((line) =>
  line
    .replace("(answer)", "(answer: Response): AsyncGenerator<any, void>")
    .replace("answer.body.pipe", "answer.body!.pipe"),
);
const typedEventWith = eventWith.map((line) =>
  line
    .replace("(events, check)", "(events: AsyncGenerator<any, void>, check: (body: any) => void)")
    .replace("let failure;", "let failure: unknown;"),
);

/** The functions that a test with watches has at its end. */
function watchHelpers(
  { operations }: Plan,
  ofWatches: readonly string[],
  ofLoose: readonly string[],
): readonly string[] {
  const hasWatches = operations.some((operation) => operation.kind === "request" && operation.watch !== undefined);
  const hasLoose = operations.some((operation) => operation.kind === "events" && operation.isLoose);
  return [...(hasWatches ? ofWatches : []), ...(hasLoose ? ofLoose : [])];
}

const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, " ").trim());
const indented = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split("\n").map((each) => (each === "" ? "" : `  ${each}`)));

const declarations = ({ variables, operations }: Plan, { watchType }: Dialect): readonly string[] => [
  ...variables.map((name) => `let ${name} = "";`),
  ...operations.flatMap((operation) =>
    operation.kind === "request" && operation.watch !== undefined ? [`let ${operation.watch}${watchType};`] : [],
  ),
];

/** The options of the server; undefined if they are the default ones. */
function optionsOf({ settings, objects }: Plan): string | undefined {
  const { pace, ...others } = settings;
  const options = {
    ...others,
    ...(pace !== undefined && pace.speed !== 1 && { world: { speed: pace.speed } }),
    ...(objects.length > 0 && { seed: objects }),
  };
  return Object.keys(options).length === 0 ? undefined : sentExpression(patternOf(options), "");
}

function patternOf(value: unknown): Pattern {
  if (Array.isArray(value)) return { kind: "list", items: value.map(patternOf) };
  if (typeof value === "object" && value !== null)
    return { kind: "map", members: Object.entries(value).map(([name, member]) => [name, patternOf(member)] as const) };
  return { kind: "scalar", value: value as string };
}

function linesOf(operation: Operation, dialect: Dialect): readonly string[] {
  switch (operation.kind) {
    case "request":
      return requestLines(operation, dialect);
    case "find":
      return findLines(operation, dialect);
    case "events":
      return operation.events.flatMap((event) => eventLines(event, operation, dialect));
    case "line": {
      const { requests } = operation;
      if (requests.length === 1) return requests.flatMap((request) => requestLines(request, dialect));
      return requests.flatMap((request) => ["{", ...indented(requestLines(request, dialect)), "}"]);
    }
  }
}

function eventLines(event: Pattern, { of, isLoose }: EventsOperation, { claims }: Dialect): readonly string[] {
  if (isLoose) return [`await eventWith(${of}, (body) => {`, ...indented(claims(event)), "});"];
  return ["{", ...indented([`const { value: body } = await ${of}.next();`, ...claims(event)]), "}"];
}

function requestLines(operation: RequestOperation, dialect: Dialect): readonly string[] {
  const { method, target, headers, body, isText, expected, captures, isRepeated, watch } = operation;
  const sent =
    body === undefined
      ? undefined
      : isText
        ? sentExpression(body, "  ")
        : `JSON.stringify(${sentExpression(body, "  ")})`;
  const members = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${headersExpression(headers)}`]),
    ...(sent === undefined ? [] : [`body: ${sent}`]),
  ];
  const one = `{ ${members.join(", ")} }`;
  const init =
    one.length <= 80 && !one.includes("\n") ? one : `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
  const more = members.length === 0 ? "" : `, ${init}`;
  const part = expected.part;
  const lines = [
    `const answer = await ${dialect.server}.fetch(${textExpression(target)}${more});`,
    ...(expected.status === undefined ? [] : [dialect.status(expected.status)]),
    ...(watch === undefined ? [] : [`${watch} = eventsOf(answer);`]),
    ...(part === undefined ? [] : ["const body = await answer.json();"]),
    ...captures.map(({ variable, path }) => `${variable} = ${valueAt("body", path)};`),
    ...(part === undefined ? [] : dialect.claims(part)),
  ];
  return isRepeated ? [dialect.repeat[0], ...indented(lines), dialect.repeat[1]] : lines;
}

/** Headers may come several times, as the groups of a user do. */
function headersExpression(headers: RequestOperation["headers"]): string {
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length)
    return `[${headers.map(([name, value]) => `[${JSON.stringify(name)}, ${JSON.stringify(value)}]`).join(", ")}]`;
  return sentExpression(patternOf(Object.fromEntries(headers)), "  ");
}

function findLines({ target, prefix, variable }: FindOperation, { server, repeat }: Dialect): readonly string[] {
  const generated = regularExpression(prefix);
  return [
    repeat[0],
    `  const answer = await ${server}.fetch(${textExpression(target)});`,
    "  const { items } = await answer.json();",
    `  const found = items.find(({ metadata }) => ${generated}.test(metadata.generateName ?? ""));`,
    `  ${variable} = found.metadata.name;`,
    repeat[1],
  ];
}
