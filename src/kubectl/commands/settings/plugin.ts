import { KubectlError, PlainError } from "../../kubectl-error.ts";
import type { Output } from "../../command-output.ts";
import type { Finished } from "../../finished.ts";
import type { Invocation } from "../../invocation.ts";
import type { Session } from "../../session.ts";
import { isExecutable } from "../../shell/executables.ts";
import { defaultPath } from "../../shell/variables.ts";

const prefix = "kubectl-";

const foldersOf = ({ environment }: Session): readonly string[] =>
  (environment["PATH"] ?? defaultPath).split(":").filter((folder) => folder !== "");

/** A plugin, and the words that it is run with. */
interface FoundPlugin {
  readonly path: string;
  readonly args: readonly string[];
}

/**
 * Finds the program for words that are no command: the one named after most of the words before the first flag
 * (plugin.HandlePluginCommand).
 */
async function findPlugin(session: Session, words: readonly string[]): Promise<FoundPlugin | undefined> {
  const flag = words.findIndex((word) => word.startsWith("-"));
  const names = words.slice(0, flag < 0 ? undefined : flag).map((word) => word.replaceAll("-", "_"));
  for (let count = names.length; count > 0; count--)
    for (const folder of foldersOf(session)) {
      const path = `${folder}/${prefix}${names.slice(0, count).join("-")}`;
      if ((await session.files.read(path)) !== undefined && isExecutable(session, path))
        return { path, args: words.slice(count) };
    }
  return undefined;
}

/** Runs a file with arguments; undefined for one that is not there. */
export type RunFile = (path: string, args: readonly string[]) => Promise<Finished | undefined>;

/** Runs the plugin that words are meant for; undefined if there is none. */
export async function runPlugin(
  session: Session,
  words: readonly string[],
  output: Output,
  runFile: RunFile,
): Promise<number | undefined> {
  const plugin = await findPlugin(session, words);
  if (plugin === undefined) return undefined;
  const ended = await runFile(plugin.path, plugin.args);
  output.out(ended?.stdout ?? "");
  output.err(ended?.stderr ?? "");
  return ended?.code ?? 1;
}

/** `kubectl plugin list`: the programs in the folders of PATH whose names begin so, and what is wrong with them. */
export async function pluginList({ session, flags, out }: Invocation): Promise<void> {
  const seen = new Map<string, string>();
  let [text, warnings] = ["", 0];
  const warn = (words: string): void => {
    text += `  - warning: ${words}\n`;
    warnings++;
  };
  for (const folder of foldersOf(session))
    for (const name of (await session.files.list(folder)) ?? []) {
      if (!name.startsWith(prefix)) continue;
      const path = `${folder}/${name}`;
      text += `${flags.bool("name-only") ? name : path}\n`;
      const before = seen.get(name);
      if (!isExecutable(session, path)) warn(`${path} identified as a kubectl plugin, but it is not executable`);
      if (before !== undefined) warn(`${path} is overshadowed by a similarly named plugin: ${before}`);
      else seen.set(name, path);
    }
  if (seen.size === 0) throw new KubectlError("unable to find any kubectl plugins in your PATH");
  out(`The following compatible plugins are available:\n\n${text}`);
  if (warnings > 0)
    throw new PlainError(
      `error: ${warnings === 1 ? "one plugin warning was" : `${warnings} plugin warnings were`} found`,
    );
}
