import { commandOf } from "./run-kubectl.ts";
import { filterNames } from "./shell/program-names.ts";
import { runsCommands, withoutMarks } from "./shell/expansions.ts";
import { type Statement } from "./shell/statements.ts";
import { parseLine } from "./shell/words.ts";

/** The commands that ask the server and change nothing, in the server or in the kubeconfig. */
const reading: ReadonlySet<string> = new Set([
  "api-resources",
  "api-versions",
  "apply view-last-applied",
  "auth can-i",
  "auth whoami",
  "cluster-info",
  "cluster-info dump",
  "config current-context",
  "config get-clusters",
  "config get-contexts",
  "config get-users",
  "config view",
  "describe",
  "events",
  "explain",
  "get",
  "kustomize",
  "logs",
  "options",
  "plugin list",
  "rollout history",
  "rollout status",
  "top node",
  "top pod",
  "version",
]);

/** Programs beside kubectl that a line may have without writing; sed can change files. */
const tools: ReadonlySet<string> = new Set([
  "cat",
  "echo",
  "printf",
  "ls",
  "pwd",
  "true",
  "false",
  ...filterNames.filter((name) => name !== "sed"),
]);

const isWatching = (word: string): boolean => /^(?:--watch(?:-only)?(?:=true)?|-[AR]*w[AR]*)$/.test(word);

/** What is known of a line before it is run. */
export interface LineNature {
  /** Nothing that the line runs changes an object, the kubeconfig or a file. */
  readonly onlyReads: boolean;
  /** The line goes on until it is stopped. */
  readonly watches: boolean;
}

/**
 * Tells what a line would do, by its commands alone. A line that cannot be parsed, or with a command that is not known
 * to read only, counts as one that writes.
 */
export function natureOf({ line, bodies }: Statement): LineNature {
  try {
    const commands = parseLine(line, bodies).flatMap((pipeline) => pipeline.commands);
    return {
      onlyReads: commands.every(
        ({ words, stdin = "", output }) =>
          output === undefined && readsOnly(words.map(withoutMarks)) && ![...words, stdin].some(runsCommands),
      ),
      watches: commands.some(({ words: [name = "", ...words] }) => isKubectl(name) && words.some(isWatching)),
    };
  } catch {
    return { onlyReads: false, watches: false };
  }
}

/** Reports whether a word is the flag by which `kustomize` writes a file. */
const isOutput = (word: string): boolean => /^(?:-o|--output)/.test(word);

const isKubectl = (name: string): boolean => name === "kubectl" || name === "k";

function readsOnly([name = "", ...words]: readonly string[]): boolean {
  if (name === "kubepad") return true;
  if (!isKubectl(name)) return tools.has(name);
  const command = commandOf(words).name;
  return reading.has(command) && !(command === "kustomize" && words.some(isOutput));
}
