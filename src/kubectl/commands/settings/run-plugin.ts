import type { Output } from "../../command-output.ts";
import type { Session } from "../../session.ts";
import { runScriptFile } from "../../shell/scripts.ts";
import { findPlugin } from "./plugin.ts";

/** Runs the plugin that words are meant for; undefined if there is none. */
export async function runPlugin(
  session: Session,
  words: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<number | undefined> {
  const plugin = await findPlugin(session, words);
  if (plugin === undefined) return undefined;
  const ended = await runScriptFile(session, plugin.path, plugin.args, signal);
  output.out(ended?.stdout ?? "");
  output.err(ended?.stderr ?? "");
  return ended?.code ?? 1;
}
