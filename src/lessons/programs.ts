import { isRecord } from "../apimachinery/is-record.ts";
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
