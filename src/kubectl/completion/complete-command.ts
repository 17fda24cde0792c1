import { FlagSet } from "../cli/flag-set.ts";
import { flagRows } from "../cli/flag-tables.ts";
import type { Invocation } from "../invocation.ts";
import { commandOf, createInvocation } from "../run-kubectl.ts";
import type { Session } from "../session.ts";
import { argumentRows } from "./argument-rows.ts";
import { completePath } from "./complete-path.ts";
import { configNames, namesOf } from "./live-names.ts";
import { objectFormats } from "../output/printer.ts";
import { getFormats } from "../commands/get/get-options.ts";

/** The values that flags take, by flag. */
const flagValues: Readonly<Record<string, readonly string[]>> = {
  "dry-run": ["none", "client", "server"],
  cascade: ["background", "foreground", "orphan"],
  validate: ["strict", "warn", "ignore"],
  type: ["json", "merge", "strategic"],
  "preemption-policy": ["PreemptLowerPriority", "Never"],
  restart: ["Always", "OnFailure", "Never"],
  types: ["Normal", "Warning"],
};

/** The words that may follow these words of kubectl, and that begin with `partial`. Throws what requests throw. */
export async function completeCommand(
  session: Session,
  words: readonly string[],
  partial: string,
): Promise<readonly string[]> {
  const { name, rest } = commandOf(words);
  const flags = new FlagSet(`${flagRows.find(([row]) => row === name)?.[2] ?? ""} @global`);
  const last = rest.at(-1) ?? "";
  const waiting = flags.waiting(last);
  const parsed = flags.parse(waiting === undefined ? rest : rest.slice(0, -1));
  const output = { out: () => {}, err: () => {} };
  const invocation = createInvocation(session, {
    flags,
    path: `kubectl ${name}`,
    stdin: "",
    output,
    signal: AbortSignal.timeout(5000),
    ...parsed,
  });
  const start = (found: readonly string[], prefix = ""): readonly string[] =>
    found.map((each) => prefix + each).filter((each) => each.startsWith(partial));
  if (waiting !== undefined) return start(await valuesOf(invocation, waiting, partial));
  if (parsed.dash >= 0) return [];
  const [, flag, value = ""] = /^(--[\w-]+=)(.*)$/.exec(partial) ?? [];
  if (flag !== undefined) return start(await valuesOf(invocation, flag.slice(2, -1), value), flag);
  if (partial.startsWith("-")) return start(flagWords(flags));
  const commands = parsed.args.length > 0 ? [] : start(commandsUnder(name));
  if (name === "" || commands.length > 0) return commands;
  const complete = argumentRows[name];
  return complete === undefined ? [] : start(await complete(invocation, partial));
}

const flagWords = (flags: FlagSet): readonly string[] =>
  flags.open
    .flatMap(({ name, shorthand }) => (shorthand === "" ? [`--${name}`] : [`--${name}`, `-${shorthand}`]))
    .sort();

/** The next words of the commands that begin with these words. */
function commandsUnder(name: string): readonly string[] {
  const before = name === "" ? "" : `${name} `;
  const found = flagRows.map(([row]) => row).filter((row) => row.startsWith(before) && row !== name);
  return [...new Set(found.map((row) => row.slice(before.length).split(" ")[0] ?? ""))].sort();
}

async function valuesOf(invocation: Invocation, flag: string, partial: string): Promise<readonly string[]> {
  const { session, path } = invocation;
  switch (flag) {
    case "namespace":
      return namesOf(invocation, "namespaces");
    case "context":
      return configNames(session, "contexts");
    case "cluster":
      return configNames(session, "clusters");
    case "user":
      return configNames(session, "users");
    case "filename":
    case "kustomize":
    case "patch-file":
    case "from-file":
    case "from-env-file":
      return completePath(session.files, partial);
    case "output":
      return path === "kubectl get" ? getFormats : objectFormats;
    default:
      return flagValues[flag] ?? [];
  }
}
