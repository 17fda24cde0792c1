import { parse, YAMLError } from "yaml";
import { checkFaultRules } from "../client/check-fault-rules.ts";
import type { FaultRule } from "../client/faults.ts";
import { readStatement } from "../kubectl/shell/statements.ts";
import type { BlockInfo } from "./block-info.ts";
import type { Action, CommandLine, Expectation, ExpectedText } from "./lesson.ts";
import { readLabText, readWatchStory } from "./parse-lab.ts";
import { parseExpectedStream } from "./parse-expected.ts";
import { parseHttp } from "./parse-http.ts";
import { parseWanted } from "./parse-wanted.ts";
import { continuations } from "./shell-block.ts";
import type { SourceText } from "./source-lines.ts";

/** What a block does, and the expectation that stands in the same block. */
export interface ParsedAction {
  readonly action: Action;
  readonly expectation: Expectation | undefined;
}

/** Reads the text of a block that runs. Throws a LessonError at its line. */
export function parseAction({ verb, options }: BlockInfo, source: SourceText): ParsedAction {
  const place = source.place(0, source.text.length);
  switch (verb) {
    case "request": {
      const { request, expectation } = parseHttp(source);
      return { action: { kind: "request", request }, expectation };
    }
    case "create":
    case "apply":
    case "replace":
    case "delete":
      if (source.text.trim() === "") throw source.error(0, "there is no object");
      if (verb === "apply" && options.manager === "")
        throw source.error(0, "an apply needs a field manager: manager=x");
      return { action: { kind: "manifests", verb, text: `${source.text}\n` }, expectation: undefined };
    case "wait":
    case "gone": {
      const wanted = parseWanted(source, { ...options, gone: verb === "gone" });
      return { action: { kind: "wait", wanted }, expectation: undefined };
    }
    case "events": {
      const content = { kind: "events", events: parseExpectedStream(source) } as const;
      return { action: { kind: "events" }, expectation: { place, status: undefined, headers: [], content } };
    }
    case "commands":
      return { action: { kind: "commands", commands: commandsOf(source), tolerant: false }, expectation: undefined };
    case "file":
      return { action: { kind: "file", path: options.file, text: source.text }, expectation: undefined };
    case "faults":
      return { action: { kind: "faults", rules: parseFaults(source) }, expectation: undefined };
    case "race":
      return { action: { kind: "race", race: readLabText(source) }, expectation: undefined };
    case "fork":
      readLabText(source);
      return { action: { kind: "fork", text: source.text }, expectation: undefined };
    case "watch-lab":
      return { action: { kind: "watch-lab", story: readWatchStory(source) }, expectation: undefined };
    case "types":
      return { action: { kind: "types", source: source.text }, expectation: undefined };
    case "validate":
      if (options.type === "") throw source.error(0, "an object is validated as a type: type=X");
      return { action: { kind: "validate", text: source.text }, expectation: undefined };
    case "audit":
    case "expect":
    case "goal":
    case "predict":
      throw source.error(0, "this block does not run");
  }
}

/** Lines that begin with `$` are commands, with the lines that a shell reads with them; their output follows. */
function commandsOf(source: SourceText): readonly CommandLine[] {
  const commands: (CommandLine & { readonly output: ExpectedText[] })[] = [];
  const lines = source.lines();
  for (let at = 0; at < lines.length; at++) {
    const { text = "", start = 0 } = lines[at] ?? {};
    const place = source.place(start, start + text.length);
    if (text.startsWith("$ ")) {
      const own = continuations([text.slice(2), ...lines.slice(at + 1).map((next) => next.text)]);
      const { length } = readStatement(own, 0);
      commands.push({ line: place.line, text: own.slice(0, length).join("\n"), output: [] });
      at += length - 1;
    } else if (text.trim() !== "" && commands.length === 0) throw source.error(start, "a command begins with $");
    else commands.at(-1)?.output.push({ text, place });
  }
  if (commands.length === 0) throw source.error(0, "there is no command");
  for (const { output } of commands) while (output.at(-1)?.text.trim() === "") output.pop();
  return commands;
}

/** Reads rules of faults: a list, which may be empty. Throws a LessonError at the block for the first mistake. */
function parseFaults(source: SourceText): readonly FaultRule[] {
  const rules = readYaml(source);
  const [problem] = checkFaultRules(rules);
  if (problem !== undefined) throw source.error(0, problem);
  return rules as readonly FaultRule[]; // checked
}

function readYaml(source: SourceText): unknown {
  try {
    return parse(source.text, { logLevel: "silent" }) ?? [];
  } catch (error) {
    if (error instanceof YAMLError) throw source.error(0, error.message.split("\n")[0] ?? "");
    throw error;
  }
}
