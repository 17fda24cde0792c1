import { isRecord } from "../apimachinery/is-record.ts";
import { nameOf } from "../kubectl/json-access.ts";
import { fitsWildcards } from "./wildcards.ts";
import type { ScriptedPrograms } from "../kubectl/session.ts";
import type { Fields } from "./fields.ts";
import type { ScriptedProgram } from "./lesson.ts";

const members = ["run", "pod", "prints", "exitCode"];

/** Reads the member `programs`. Throws a LessonError at its line. */
export function readPrograms(fields: Fields): readonly ScriptedProgram[] {
  const value = fields.value("programs") ?? [];
  const shape = "is a list of maps with run, and pod, prints and exitCode";
  if (!Array.isArray(value)) throw fields.error(["programs"], shape);
  return value.map((entry: unknown) => {
    if (!isRecord(entry)) throw fields.error(["programs"], shape);
    const odd = Object.keys(entry).find((name) => !members.includes(name));
    if (odd !== undefined)
      throw fields.error(["programs"], `has ${odd}, which is not known; there are ${members.join(", ")}`);
    const { run, pod = "", prints = "", exitCode = 0 } = entry;
    if (typeof run !== "string" || run === "" || typeof pod !== "string" || typeof prints !== "string")
      throw fields.error(["programs"], shape);
    if (typeof exitCode !== "number" || !Number.isSafeInteger(exitCode) || exitCode < 0 || exitCode > 255)
      throw fields.error(["programs"], "has an exitCode that is no number from 0 to 255");
    return { run, pod, prints, exitCode };
  });
}

/**
 * Says what command lines in containers print as an author has written it: the first that fits counts. What a shell is
 * given, `sh -c LINE`, may be written as the line alone.
 */
export const scriptedBy =
  (programs: readonly ScriptedProgram[]): ScriptedPrograms =>
  (pod, _container, command) => {
    const lines = [
      command.join(" "),
      ...(/^(?:\/bin\/)?(?:ba|a|da)?sh -\w*c$/.test(command.slice(0, 2).join(" ")) ? [command[2] ?? ""] : []),
    ];
    const found = programs.find(
      ({ run, pod: name }) =>
        nameOf(pod).startsWith(name) && lines.some((line) => fitsWildcards(run.trim(), "*", line.trim())),
    );
    return found && { output: withLineEnd(found.prints), exitCode: found.exitCode };
  };

const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
