import { isListed, type Handle } from "../component-base/exchange.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import { StepProblem } from "./bounds.ts";
import { checkExpectation } from "./check-expectation.ts";
import type { CommandLine, Expectation, Place, Step } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { CommandResult, RunCommandLine } from "./run-command-line.ts";
import { type SendOptions, valueOf } from "./send.ts";
import type { Performed, RunCommand, StepServices } from "./step-services.ts";
import { within } from "./timeout.ts";
import { put, type Variables } from "./variables.ts";

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

/** Runs the lines of a step in order, and compares what each prints with the lines below it. */
export async function runCommands(
  { expectations }: Step,
  commands: readonly CommandLine[],
  variables: Variables,
  services: StepServices,
): Promise<Performed> {
  const findings: Finding[] = [];
  const outputs: RunCommand[] = [];
  for (const command of commands) {
    const text = put(command.text, variables);
    const result = await runLine(text, command, variables, services);
    outputs.push({ text, ...result });
    findings.push(...compared(command, result, variables));
  }
  const last = outputs.at(-1);
  if (last !== undefined)
    for (const expectation of expectations)
      findings.push(...checkExpectation(expectation, await observe(expectation, last.output), variables));
  return { exchanges: [], outputs, findings, judged: false };
}

const watching = /\s(?:-w|--watch(?:-only)?(?:=true)?)(?=\s|$)/;

/** Whether a command line does not end by itself. */
export const isWatching = (text: string): boolean => watching.test(text);

/**
 * Runs one line. A line that watches does not end by itself: it is ended when it has printed what is expected, or when
 * there is no more time for it.
 */
async function runLine(
  text: string,
  command: CommandLine,
  variables: Variables,
  { runCommandLine, sending }: StepServices,
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
    seen = watches && command.output.length > 0 && holds(command, output, variables);
    if (!tooLong && !seen) return;
    finish({ output, exitCode: 0 });
    stop();
  };
  const ms = watches ? bounds.waitMs : bounds.requestMs;
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

const holds = (command: CommandLine, output: string, variables: Variables): boolean =>
  compared(command, { output, exitCode: 0 }, variables.for(variables.row)).every((finding) => finding.holds);

/** Compares the output of a line; without a word about it, the line is to succeed. */
function compared({ output, line }: CommandLine, result: CommandResult, variables: Variables): readonly Finding[] {
  const place: Place = { line, start: output[0]?.place.start ?? 0, end: output.at(-1)?.place.end ?? 0 };
  if (output.length === 0)
    return [
      {
        place,
        what: "the exit code",
        holds: result.exitCode === 0,
        expected: "0",
        got: `${result.exitCode}: ${result.output}`,
      },
    ];
  const content = { kind: "lines", lines: output } as const;
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
