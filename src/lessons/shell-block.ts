import { messageOf } from "../apimachinery/message-of.ts";
import { binaryRelease, formatRelease } from "../component-base/versions/release.ts";
import { commandsOfNodes, nodesOf } from "../kubectl/shell/compound.ts";
import { commandsIn } from "../kubectl/shell/expansions.ts";
import { isProgram } from "../kubectl/shell/program-names.ts";
import { readStatement, statementsOf } from "../kubectl/shell/statements.ts";
import { parseLine, type ShellCommand } from "../kubectl/shell/words.ts";
import { fillable } from "./generated-names.ts";
import type { CommandLine, ExpectedText, NotRun } from "./lesson.ts";
import type { SourceText } from "./source-lines.ts";

/** The languages of blocks with command lines. */
const shellLanguages: ReadonlySet<string> = new Set(["console", "shell-session", "bash", "sh", "shell", "zsh"]);
/** Those in which a line without a prompt is output. */
const sessionLanguages: ReadonlySet<string> = new Set(["console", "shell-session"]);
/** Command lines of other systems. */
const otherShells: ReadonlySet<string> = new Set(["powershell", "ps1", "pwsh", "cmd", "bat", "batch"]);

/** Whether blocks of a language have command lines. */
export const isShellLanguage = (language: string): boolean => shellLanguages.has(language);

/** What is read of a block of command lines: those that run, with what each prints, and those that do not. */
export interface ShellBlock {
  readonly commands: readonly CommandLine[];
  readonly notRun: readonly NotRun[];
}

/** What the command lines before a block have left: whether they have opened a shell in a container. */
export interface ShellState {
  inside: boolean;
  /** Whether the last line is for that shell. */
  wasInside: boolean;
  /** The functions and aliases that they have made. */
  readonly functions: Set<string>;
}

interface Prompt {
  /** Undefined for a prompt of a shell that does not run here. */
  readonly command: string | undefined;
}

const userPrompt = /^[ \t]*(?:\$ |> (?=kubectl\s))(.*)$/;
/** `user@host:~$ `, `[user@host dir]$ `, and within a container `root@pod:/# ` and `/ # `. */
const hostPrompt = /^(?:\([\w.-]+\) ?)?(?:\[ ?)?[\w.-]+@[\w.-]+(?:[: ][^$#>\n]{0,200})?[$#] ?(.*)$/;
const containerPrompt = /^(?:~|\/[\w./-]*) ?[#$] (.*)$/;
const otherPrompt = /^(?:PS(?: [^>\n]{0,200})?|[A-Z]:\\[^>\n]{0,200})> ?(.*)$/;

function promptOf(line: string, language: string): Prompt | undefined {
  if (otherPrompt.test(line)) return { command: undefined };
  const [, command] = userPrompt.exec(line) ?? hostPrompt.exec(line) ?? containerPrompt.exec(line) ?? [];
  if (command !== undefined) return { command };
  const [, asRoot = "", program = ""] = /^# ((\S+)(?:\s.*)?)$/.exec(line) ?? [];
  return sessionLanguages.has(language) && isProgram(program) ? { command: asRoot } : undefined;
}

/**
 * Reads a block of a page by its language. With a prompt at any line, lines with one are command lines, with the lines
 * that a shell reads with them, and others are what they print. Without one, all lines are command lines, but for
 * comments and what looks printed; in a console they are output. Undefined for a block without command lines.
 * `saysOutput` tells that the prose above speaks of output.
 */
export function readShellBlock(
  language: string,
  source: SourceText,
  state: ShellState,
  saysOutput = false,
): ShellBlock | undefined {
  const lines = source.lines();
  if (otherShells.has(language))
    return {
      commands: [],
      notRun: [notRun(source.firstLine, lines[0]?.text ?? "", "PowerShell and cmd do not run here")],
    };
  // the flags of a server, which its configuration has, and no commands
  if (lines.every(({ text }) => /^\s*(?:#|--[a-z]|$)/.test(text))) return undefined;
  const isCommands = isShellLanguage(language) || (/^(?:none|text)?$/.test(language) && beginsWithKubectl(lines));
  if (
    !isCommands ||
    isPrinted(
      lines.map(({ text }) => text),
      saysOutput,
    )
  )
    return undefined;
  const prompts = lines.map(({ text }) => promptOf(text, language));
  const isSession = prompts.some((prompt) => prompt !== undefined);
  if (!isSession && sessionLanguages.has(language) && !beginsWithKubectl(lines)) return undefined;
  const commands: CommandLine[] = [];
  const skipped: NotRun[] = [];
  let open: ExpectedText[] | undefined;
  for (let at = 0; at < lines.length; at++) {
    const { text = "", start = 0 } = lines[at] ?? {};
    const place = source.place(start, start + text.length);
    const isOutput = !isSession && open !== undefined && (looksPrinted(text) || (open.length > 0 && !isCommand(text)));
    const prompt = isSession ? prompts[at] : isOutput ? undefined : { command: text.trim() };
    if (prompt === undefined) {
      open?.push({ text, place });
      continue;
    }
    open = [];
    if (prompt.command === undefined) {
      skipped.push(notRun(place.line, text, "PowerShell and cmd do not run here"));
      continue;
    }
    if (prompt.command === "" || prompt.command.startsWith("#")) continue;
    const own = continuations([prompt.command, ...lines.slice(at + 1).map((next) => next.text)].map(withRelease));
    const { length } = readStatement(own, 0);
    const command = { line: place.line, text: own.slice(0, length).join("\n"), output: open };
    const reason = whyNotRun(command.text, state);
    if (reason === undefined) commands.push(state.wasInside ? { ...command, inside: true } : command);
    else skipped.push(notRun(place.line, command.text, reason));
    at += length - 1;
  }
  for (const { output } of commands) trimEnd(output as ExpectedText[]);
  return commands.length + skipped.length === 0 ? undefined : { commands, notRun: skipped };
}

/** Heads of tables, lines of logs, results of writes, errors of the server, and beginnings of documents. */
const printed: readonly RegExp[] = [
  /^[A-Z][A-Z0-9()%-]*(?: [A-Z]+)*(?: {2,}[A-Z][A-Z0-9()%-]*(?: [A-Z]+)*)+ *$/,
  /^(?:NAME|NAMESPACE)(?: +[A-Z]|$)/,
  /^(?:INFO|WARN|FATA|ERRO|DEBU)\b(?!=)/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d/,
  /^\d+\) \S/,
  /^[a-z][a-z0-9.-]*\/[\w.:-]+ (?:\([a-z ]+\) )?(?:created|configured|unchanged|deleted|patched|scaled|exposed|labeled|annotated|edited|replaced|cordoned|uncordoned|drained|evicted|restarted|autoscaled|tainted|rolled back|condition met|[a-z ]+ updated)\b/,
  /^[a-z][a-z0-9.]* "[\w.:-]+" (?:created|deleted|configured|patched|scaled|cordoned|replaced|resized|labeled|exposed)\b/,
  /^(?:Error from server|error: |Warning: )/,
  /^(?:- )?[A-Za-z][\w./-]*:(?: |$)/,
  /^\.\.\.$/,
  /^[A-Z][\w -]*: {2,}\S/,
  /^[{[]$|^\{\s*"/,
];

/** Whether a line is none that a reader types, but what programs print. */
const looksPrinted = (line: string): boolean => printed.some((pattern) => pattern.test(line.trim()));

/** Whether a line begins with a program of the shell. */
const isCommand = (line: string): boolean => isProgram(/^\s*(?:\w+=\S*\s+)*(\S+)/.exec(line)?.[1] ?? "");

/** Whether a block shows what was printed, by its first line or the words above it. */
function isPrinted(lines: readonly string[], saysOutput: boolean): boolean {
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
  return (
    looksPrinted(first) || (saysOutput && !lines.some((line) => isCommand(line) || promptOf(line, "") !== undefined))
  );
}

/** Whether the first line that is no comment runs kubectl: a console that is written without prompts. */
const beginsWithKubectl = (lines: readonly { readonly text: string }[]): boolean =>
  /^\s*kubectl\s/.test(lines.find(({ text }) => !/^\s*(?:#|$)/.test(text))?.text ?? "");

const notRun = (line: number, text: string, reason: string): NotRun => ({ line, text: text.trim(), reason });

function trimEnd(output: ExpectedText[]): void {
  while (output.at(-1)?.text.trim() === "") output.pop();
}

/** Takes the prompt `> ` from the lines with which a shell lets a command continue. */
export function continuations(lines: readonly string[]): readonly string[] {
  const isPrompted = readStatement(lines, 0).length > 1 && lines[1]?.startsWith("> ") === true;
  return isPrompted ? lines.map((line, i) => (i > 0 && line.startsWith("> ") ? line.slice(2) : line)) : lines;
}

const release = /\{\{<\s*skew currentVersion\s*>\}\}/g;
const shortcode = /\{\{[<%]\s*[\w/-][^{}\n]*[>%]\}\}/;

/** A line with the release where the Kubernetes documentation has its shortcode for it. */
const withRelease = (line: string): string => line.replace(release, formatRelease(binaryRelease));

/** What a reader puts in: `<pod-name>`. A heredoc has `<` as well. */
const placeholder = /(?:^|[^<])(<[A-Za-z][\w .-]{0,60}>)/;

/** Says why a command line cannot be run; undefined if it can. */
function whyNotRun(text: string, state: ShellState): string | undefined {
  const [first = ""] = text.split("\n");
  const isKubectl = /^\s*(?:kubectl|k)\b/.test(text);
  state.wasInside = state.inside && !isKubectl;
  state.inside = state.wasInside && !/^\s*exit\b/.test(text);
  if (shortcode.test(text)) return "a generator puts something in for its shortcode";
  const given = isKubectl ? first.replace(new RegExp(fillable, "gi"), "it") : first;
  const [, wanted = ""] = placeholder.exec(given.replace(/<<-?\s*\S+/g, "")) ?? [];
  if (wanted !== "") {
    state.inside ||=
      isKubectl && parseLine(first.replaceAll(wanted, "it"), []).some(({ commands }) => commands.some(opensShell));
    return `the reader puts something in for ${wanted}`;
  }
  if (state.wasInside) return undefined;
  try {
    const commands = commandsOf(isKubectl ? text.replace(new RegExp(fillable, "gi"), "it") : text, state.functions);
    state.inside = commands.some(opensShell);
    const missing = commands.find(
      ({ words }) => !isProgram(programOf(words)) && !state.functions.has(programOf(words)),
    );
    if (missing !== undefined) return `there is no program ${programOf(missing.words)} here`;
    return commands.some(opensEditor) ? "it opens an editor" : undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const deepest = 5;

/** The commands of a text, and those that run for their output in it. Throws an Error for what is no command line. */
function commandsOf(text: string, functions: Set<string>, depth = 0): readonly ShellCommand[] {
  if (depth > deepest) return [];
  return statementsOf(text).flatMap(({ line, bodies }) => {
    const read = commandsOfNodes(nodesOf(parseLine(line, bodies)));
    const { commands } = read;
    for (const name of read.functions) functions.add(name);
    for (const { words } of commands)
      if (words[0] === "alias") for (const word of words.slice(1)) functions.add(word.replace(/=.*/s, ""));
    const inner = commands.flatMap(({ words, stdin = "" }) => [...words, stdin]).flatMap(commandsIn);
    return [...commands, ...inner.flatMap((command) => commandsOf(command, functions, depth + 1))];
  });
}

/** The program of a command, behind assignments; `true` where there is none, or a variable names it. */
function programOf(words: readonly string[]): string {
  const word = words.find((each) => !/^(?:[A-Za-z_]\w*\+?=.*|!)$/s.test(each)) ?? "true";
  return word.includes("\uE000") ? "true" : word;
}

const shell = /^(?:\/\S*\/)?(?:ba|a|da|z|k)?sh$/;

/** Whether a command opens a shell in a container, whose lines are those that follow. */
function opensShell({ words }: ShellCommand): boolean {
  const at = words.findIndex((word) => word === "kubectl" || word === "k");
  const dash = words.indexOf("--");
  const own = words.slice(at + 1, dash < 0 ? undefined : dash);
  const has = (letter: string, long: string): boolean =>
    own.some((word) => word === long || new RegExp(`^-[a-z]*${letter}[a-z]*$`).test(word));
  if (at < 0 || !own.some((word) => /^(?:exec|run|attach|debug)$/.test(word))) return false;
  const isShell = dash < 0 ? !own.includes("exec") : words.length === dash + 2 && shell.test(words[dash + 1] ?? "");
  return isShell && has("i", "--stdin") && has("t", "--tty");
}

const opensEditor = ({ words }: ShellCommand): boolean => {
  const at = words.findIndex((word) => word === "kubectl" || word === "k");
  return at >= 0 && words[at + 1] === "edit" && !words.some((word) => /^(?:KUBE_)?EDITOR=/.test(word));
};
