import type { Output } from "../command-output.ts";
import type { Session } from "../session.ts";
import { completeCommand } from "./complete-command.ts";

/** What a shell is told beside the candidates (cobra.ShellCompDirective). */
const [noSpace, noFiles] = [2, 4];

/**
 * `kubectl __complete WORD... PARTIAL`: the candidates for the last word, a line each, and how a shell is to take them.
 * Never throws; what cannot be completed has no candidates.
 */
export async function answerShell(session: Session, given: readonly string[], output: Output): Promise<number> {
  const partial = given.at(-1);
  if (partial === undefined) {
    output.err("error: requires at least 1 arg(s), only received 0\n");
    return 1;
  }
  const found = await completeCommand(session, given.slice(0, -1), partial).catch((): readonly string[] => []);
  // Of `--flag=VALUE`, a shell is told the value.
  const flag = /^--[\w-]+=/.exec(partial)?.[0] ?? "";
  const words = [...new Set(found.map((word) => word.slice(flag.length)))];
  const goesOn = words.length > 0 && words.every((word) => /[/=,]$/.test(word));
  output.out(`${words.map((word) => `${word}\n`).join("")}:${noFiles + (goesOn ? noSpace : 0)}\n`);
  return 0;
}
