import { isListed, type Handle } from "../component-base/exchange.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import { StepProblem } from "./bounds.ts";
import { checkExpectation } from "./check-expectation.ts";
import { fillable, type GeneratedNames } from "./generated-names.ts";
import type { Action, CommandLine, ExpectedText, Expectation, NotRun, Place, Step } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { CommandResult, RunCommandLine } from "./run-command-line.ts";
import { type SendOptions, valueOf } from "./send.ts";
import type { Performed, RunCommand, StepServices } from "./step-services.ts";
import { within } from "./timeout.ts";
import { sleep } from "../component-base/sleep.ts";
import { put, Variables } from "./variables.ts";
import { whyUnmet } from "./why-unmet.ts";
import { atYamlFault } from "./yaml-fault.ts";

/**
 * Returns a door to the lesson's server that counts what goes through it, for a client that is not of the lesson. The
 * headers are added to requests without a token.
 */
export const meteredHandle =
  ({ handle, usage }: Pick<SendOptions, "handle" | "usage">, headers: readonly (readonly [string, string])[]): Handle =>
  async (exchange) => {
    const { body, target } = exchange;
    usage.request(target.length + (body instanceof Uint8Array ? body.length : 0));
    const given = isListed(exchange.headers) ? [...exchange.headers] : [];
    const added = exchange.headers.get("authorization") === null ? headers : [];
    return handle({ ...exchange, headers: new PlainHeaders([...given, ...added]) });
  };

type Commands = Extract<Action, { readonly kind: "commands" }>;

/** Runs the lines of a step in order, and compares what each prints with the lines below it. */
export async function runCommands(
  { expectations }: Step,
  { commands, tolerant }: Commands,
  variables: Variables,
  services: StepServices,
): Promise<Performed> {
  if (tolerant) return runAsReader(expectations, commands, services);
  const outputs: RunCommand[] = [];
  for (const command of commands) {
    const text = put(command.text, variables);
    const check = (result: CommandResult): readonly Finding[] =>
      compared(command, "lines", result, variables.for(variables.row));
    const result = await runLine(text, check, services, services.sending.bounds.waitMs);
    outputs.push({ text, ...result });
    // the lines after it may name values that this one takes
    compared(command, "lines", result, variables);
  }
  return { exchanges: [], outputs, judge: (of, values) => compareOutputs(of, outputs, values) };
}

/** Compares what lines have printed with what a step says of them, and of the last one. */
async function compareOutputs(
  { action, expectations }: Step,
  outputs: readonly RunCommand[],
  variables: Variables,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const commands = action.kind === "commands" ? action.commands : [];
  for (const [i, command] of commands.entries()) {
    const result = outputs[i];
    if (result !== undefined) findings.push(...compared(command, "lines", result, variables));
  }
  const last = outputs.at(-1);
  if (last !== undefined)
    for (const expectation of expectations)
      findings.push(...checkExpectation(expectation, await observe(expectation, last.output), variables));
  return findings;
}

/**
 * Runs the lines of a page as a reader does: who looks again when what was asked for is not there yet, and goes on in
 * another terminal beside a line that does not end.
 */
async function runAsReader(
  expectations: readonly Expectation[],
  commands: readonly CommandLine[],
  services: StepServices,
): Promise<Performed> {
  const variables = new Variables();
  const findings: Finding[] = [];
  const notRun: NotRun[] = [];
  const outputs: RunCommand[] = [];
  const { names, world } = services;
  for (const [i, written] of commands.entries()) {
    await sleep(services.sending.clock, betweenMs, services.sending.signal);
    if (written.inside === true && !world.isInside) {
      notRun.push({ line: written.line, text: written.text, reason: "no shell was opened in a container" });
      outputs.push({ text: written.text, output: "", exitCode: 0 });
      continue;
    }
    const print = async (line: string): Promise<string> =>
      (await runLine(line, () => [], services, services.sending.bounds.waitMs)).output;
    const text = await names.fill(written.text, print);
    if (text === undefined) {
      notRun.push({
        line: written.line,
        text: written.text,
        reason: `the reader puts something in for ${fillable.exec(written.text)?.[0]}`,
      });
      outputs.push({ text: written.text, output: "", exitCode: 0 });
      continue;
    }
    const command = { ...written, text: names.put(text), output: asWatched(text, written.output) };
    const before = outputs.map(({ output }) => output).join("");
    const shown = i === commands.length - 1 ? expectations.map((each) => watched(written.text, each)) : [];
    const check = (result: CommandResult): readonly Finding[] =>
      shown.length === 0
        ? compared({ ...command, output: withNodes(command.output, names) }, "output", result, variables)
        : shown.flatMap((given) => {
            const expectation = expectationWithNodes(given, names);
            const ofLast = checkExpectation(expectation, { ...nothing, text: result.output }, variables);
            const ofAll = checkExpectation(expectation, { ...nothing, text: before + result.output }, variables);
            return ofAll.every((finding) => finding.holds) ? ofAll : ofLast;
          });
    let result = await untilShown(command, check, services, shown.length > 0);
    if (!check(result).every((claim) => claim.holds) && (await names.find(command.text, result.output, print)))
      result = await untilShown({ ...command, text: names.put(command.text) }, check, services, shown.length > 0);
    outputs.push({ text: command.text, ...result });
    const claims = check(result);
    for (const { holds, expected, got } of claims) if (holds) names.learn(expected, got);
    const isClaimed = shown.length > 0 || command.output.length > 0;
    const holds = claims.every((claim) => claim.holds);
    const reason =
      holds && isClaimed
        ? undefined
        : (result.idle ??
          (holds
            ? undefined
            : (whyUnmet(command.text, result, shownBy(claims), world) ??
              (result.exitCode === 0 && shown.some(isOfAnotherCase) ? ofAnotherCase : undefined))));
    // what is missing on purpose fails nothing that comes after it
    world.note(command.text, result, await onlyReads(command.text), reason !== undefined);
    if (reason === undefined) findings.push(...claims);
    else notRun.push({ line: command.line, text: command.text, reason });
  }
  return { exchanges: [], outputs, notRun, judge: () => findings };
}

const isOfAnotherCase = ({ content }: Expectation): boolean => content?.kind === "output" && content.ofCase === true;
const ofAnotherCase = "the words above what is shown tell of another case";

/** What a page shows, with the nodes in use. */
const withNodes = (lines: readonly ExpectedText[], names: GeneratedNames): readonly ExpectedText[] =>
  lines.map((line) => ({ ...line, text: names.putNodes(line.text) }));

const expectationWithNodes = (expectation: Expectation, names: GeneratedNames): Expectation =>
  expectation.content?.kind === "output"
    ? { ...expectation, content: { ...expectation.content, lines: withNodes(expectation.content.lines, names) } }
    : expectation;

const shownBy = (claims: readonly Finding[]): readonly string[] => claims.map(({ expected }) => expected);

/**
 * The lines that a page shows of a line that watches: others may be printed between them. A log may have grown since:
 * others may come behind them.
 */
function asWatched(text: string, lines: readonly ExpectedText[]): readonly ExpectedText[] {
  const last = lines.at(-1);
  if (!isWatching(text))
    return last !== undefined && printsLog.test(text) ? [...lines, { ...last, text: "..." }] : lines;
  return lines.flatMap((line) => [line, { ...line, text: "..." }]);
}

const watched = (text: string, expectation: Expectation): Expectation =>
  expectation.content?.kind === "output"
    ? { ...expectation, content: { ...expectation.content, lines: asWatched(text, expectation.content.lines) } }
    : expectation;

/** How long a reader takes between lines, in which controllers do what the line before asked for. */
const betweenMs = 100;

/** Commands that a reader gives again when the pod was not there yet. */
const needsPod = /\bkubectl\s+(?:exec|logs|port-forward|cp|attach)\b/;
/** Whether nobody has received a client's request: a server that another line has started may not serve yet. */
const reachedNobody = (text: string, { output, exitCode }: CommandResult): boolean =>
  (/\bcurl\b/.test(text) && exitCode === 7) || output.includes("wget: can't connect to remote host");
/** Commands that serve until they are stopped. */
const serves = /^\s*kubectl\s+(?:\S+\s+)*?(?:port-forward|proxy)\b(?!.*&\s*$)/s;

async function onlyReads(text: string): Promise<boolean> {
  const [{ natureOf }, { statementsOf }] = await Promise.all([
    import("../kubectl/only-reads.ts"),
    import("../kubectl/shell/statements.ts"),
  ]);
  return statementsOf(text).every((statement) => natureOf(statement).onlyReads);
}

/** Runs a line, and a line that only reads again until it prints what is shown, while there is time. */
async function untilShown(
  { text, output }: CommandLine,
  check: (result: CommandResult) => readonly Finding[],
  services: StepServices,
  isShown: boolean,
): Promise<CommandResult> {
  const { clock, bounds, signal } = services.sending;
  const isRead = await onlyReads(text);
  const watchMs = isShown || output.length > 0 ? bounds.waitMs : Math.min(bounds.waitMs, unseenMs);
  const line = serves.test(text) ? `${text} &` : text;
  const deadline = clock.monotonic() + bounds.waitMs;
  for (let ms = againMs; ; ms = Math.min(ms * 1.5, longestPauseMs)) {
    const result = await runLine(line, check, services, watchMs);
    const holds = check(result).every((finding) => finding.holds);
    const isEarly = result.exitCode !== 0 && (needsPod.test(text) || reachedNobody(text, result));
    const again = (isRead || isEarly) && !isMisread(result);
    if (holds || !again || clock.monotonic() >= deadline || (isWatching(text) && result.exitCode === 0)) return result;
    await sleep(clock, ms, signal);
  }
}

/** How long a line that watches is looked at without a word about what it prints. */
const unseenMs = 2000;
/** How long a reader waits before giving a line again: at first, and at most. */
const againMs = 250;
const longestPauseMs = 2000;

/** Whether a line is refused for what is written in it, which no waiting changes. */
const isMisread = ({ output, exitCode }: CommandResult): boolean =>
  exitCode !== 0 && /unknown (?:command|flag|shorthand)|is not available here|command not found/.test(output);

const printsLog = /^\s*kubectl\s+(?:\S+\s+)*?logs\s[^|]*$/;
const watching = /\s(?:-w|--watch(?:-only)?(?:=true)?)(?=\s|$)/;
const following = /\bkubectl\s+(?:\S+\s+)*?logs\s(?:.*\s)?(?:-f|--follow(?:=true)?)(?=\s|$)/;

const endless = /\bwhile\s+(?:true|:|sleep\s[\d.]+)\s*[;\n]/;

/** Whether a command line does not end by itself. */
export const isWatching = (text: string): boolean => watching.test(text) || following.test(text) || endless.test(text);

/**
 * Runs one line. A line that watches does not end by itself: it is ended when it has printed what is expected, or when
 * there is no more time for it.
 */
async function runLine(
  text: string,
  check: (result: CommandResult) => readonly Finding[],
  { runCommandLine, sending }: StepServices,
  watchMs: number,
): Promise<CommandResult> {
  const { clock, bounds, usage, signal } = sending;
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  signal.addEventListener("abort", stop, { once: true });
  let printed = "";
  let [tooLong, seen] = [false, false];
  const watches = isWatching(text);
  let finish: (result: CommandResult) => void = () => undefined;
  const finished = new Promise<CommandResult>((resolve) => (finish = resolve));
  const onOutput = (output: string): void => {
    printed = output;
    tooLong = output.length > bounds.answerBytes;
    seen = watches && isSeen(check({ output, exitCode: 0 }));
    if (!tooLong && !seen) return;
    finish({ output, exitCode: 0 });
    stop();
  };
  const ms = watches ? watchMs : bounds.requestMs;
  usage.request(text.length);
  try {
    const result = await within(
      clock,
      ms,
      Promise.race([runLimited(runCommandLine, text, ending, onOutput), finished]),
    );
    if (usage.problem !== undefined) throw usage.problem;
    if (tooLong) throw new StepProblem(`the command has printed more than ${bounds.answerBytes} bytes`);
    if (result !== undefined) return result;
    if (watches) return { output: printed, exitCode: 0 };
    throw new StepProblem(`the command did not end within ${bounds.requestMs / 1000} s`);
  } finally {
    stop();
    signal.removeEventListener("abort", stop);
  }
}

const runLimited = (
  run: RunCommandLine,
  text: string,
  { signal }: AbortController,
  onOutput: (output: string) => void,
): Promise<CommandResult> => run(text, signal, onOutput);

/** Whether what is expected has been printed: a word about the exit code is about the end. */
const isSeen = (findings: readonly Finding[]): boolean =>
  findings.every(({ holds, what }) => holds && what !== exitCode);

const exitCode = "the exit code";
const differs = /^\s*kubectl\s+diff\b[^|;&]*$/;

/** Compares the output of a line; without a word about it, the line is to succeed. */
function compared(
  command: CommandLine,
  kind: "lines" | "output",
  result: CommandResult,
  variables: Variables,
): readonly Finding[] {
  const { output, line } = command;
  const place: Place = { line, start: output[0]?.place.start ?? 0, end: output.at(-1)?.place.end ?? 0 };
  if (output.length === 0) {
    // kubectl diff tells by 1 that there are differences
    const holds = result.exitCode === 0 || (kind === "output" && result.exitCode === 1 && differs.test(command.text));
    const ended = { place, what: exitCode, holds, expected: "0", got: `${result.exitCode}: ${result.output}` };
    return [atYamlFault(ended, command.text, line)];
  }
  const content = { kind, lines: output } as const;
  const expectation = { place, status: undefined, headers: [], content };
  return checkExpectation(expectation, { ...nothing, text: result.output }, variables);
}

const nothing = {
  status: 200,
  headers: [],
  bytes: new Uint8Array(),
  text: "",
  value: undefined,
  events: [],
  audit: [],
};

/** What expectations behind the step are compared with: the output as text, and as the document that it is. */
async function observe({ content }: Expectation, text: string) {
  if (content?.kind !== "value") return { ...nothing, text };
  const type = /^\s*[{[]/.test(text) ? "application/json" : "application/yaml";
  return { ...nothing, text, value: await valueOf(text, type) };
}
