import { KubectlError } from "./kubectl-error.ts";
import type { Session } from "./session.ts";
import { completeCommand } from "./completion/complete-command.ts";
import { completePath } from "./completion/complete-path.ts";
import { fileToolNames, filterNames, programNames } from "./shell/program-names.ts";
import { withoutMarks } from "./shell/expansions.ts";
import { parseLine } from "./shell/words.ts";

/** Programs whose words are files. */
const takesFiles = (program: string): boolean => [...fileToolNames, ...filterNames].some((name) => name === program);

/**
 * The words that may stand at the cursor of a line, each whole: it replaces the text between the last blank before the
 * cursor and the cursor. A word that ends with `/`, `=` or `,` goes on; after others a blank follows. Offers commands,
 * flags with their values, resource types by discovery, names of live objects, and files. Never throws: what cannot be
 * completed has no words.
 */
export async function completeWords(session: Session, line: string, cursor: number): Promise<readonly string[]> {
  try {
    const { words, partial, redirects } = wordsBefore(line.slice(0, cursor));
    if (redirects) return await completePath(session.files, partial);
    const [program = "", ...rest] = words;
    if (program === "") return programNames.filter((each) => each.startsWith(partial)).sort();
    if (takesFiles(program)) return await completePath(session.files, partial);
    if (program === "kubepad") return await completeKubepad(session, rest, partial);
    if (program !== "kubectl" && program !== "k") return [];
    return [...new Set(await completeCommand(session, rest, partial))];
  } catch {
    return [];
  }
}

/** The words of `kubepad why KIND NAME`, which names one object. */
async function completeKubepad(
  session: Session,
  [command, ...rest]: readonly string[],
  partial: string,
): Promise<readonly string[]> {
  if (command === undefined) return ["why"].filter((word) => word.startsWith(partial));
  if (command !== "why") return [];
  if (/^-\w*$|^--\w*$/.test(partial))
    return ["--namespace", "--output", "-n", "-o"].filter((word) => word.startsWith(partial));
  return [...new Set(await completeCommand(session, ["get", ...rest], partial))];
}

interface WordsBefore {
  /** The words of the last command of the line, without the one that is being written. */
  readonly words: readonly string[];
  /** What is written of the word at the cursor. */
  readonly partial: string;
  /** Whether the word names the file of a redirection. */
  readonly redirects: boolean;
}

function wordsBefore(text: string): WordsBefore {
  const partial = /(?<!\S)\S*$/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - partial.length);
  const redirects = /(?:^|[^<])(?:<|>>?)\s*$/.test(before);
  if (/(?:\||;|&&|^)\s*$/.test(before)) return { words: [], partial, redirects };
  return { words: parsed(before).at(-1)?.commands.at(-1)?.words.map(withoutMarks) ?? [], partial, redirects };
}

/** Parses what stands before a word; an open quote is no line yet. */
function parsed(text: string): ReturnType<typeof parseLine> {
  try {
    return parseLine(text, []);
  } catch (error) {
    if (error instanceof KubectlError) return [];
    throw error;
  }
}
