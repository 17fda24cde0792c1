import { KubectlError } from "../kubectl-error.ts";
import type { Session } from "../session.ts";
import { splitWords } from "./words.ts";

/** The variables that name an editor, the first one first (editor.editorEnvs). */
export const editorVariables = ["KUBE_EDITOR", "EDITOR"];

/**
 * Lets a person, or the program that the variables name, change a text: `sed -i ...`, `cat`, `true`, `false`. Throws a
 * KubectlError where there is no such editor or where it fails.
 */
export async function launchEditor(
  { environment, edit }: Session,
  text: string,
  out: (text: string) => void,
): Promise<string> {
  const command = editorVariables.map((name) => environment[name] ?? "").find((value) => value !== "");
  if (command === undefined) {
    const edited = await edit?.(text);
    if (edited !== undefined) return edited;
    throw new KubectlError('there was a problem with the editor "vi"');
  }
  const [program = "", ...options] = /["'\\]/.test(command) ? splitWords(command) : command.split(" ");
  if (program === "true") return text;
  if (program === "cat" && options.length === 0) {
    out(text);
    return text;
  }
  if (program === "sed" && options.some((option) => option === "-i" || option === "--in-place")) {
    const { sedText } = await import("./sed.ts");
    const finished = await sedText(options, text);
    if (finished.code === 0) return finished.stdout;
  }
  throw new KubectlError(`there was a problem with the editor ${JSON.stringify(command)}`);
}
