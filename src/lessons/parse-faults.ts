import { parse, YAMLError } from "yaml";
import { checkFaultRules } from "../client/check-fault-rules.ts";
import type { FaultRule } from "../client/faults.ts";
import type { SourceText } from "./source-lines.ts";

/** Reads rules of faults: a list, which may be empty. Throws a LessonError at the block for the first mistake. */
export function parseFaults(source: SourceText): readonly FaultRule[] {
  const rules = read(source);
  const [problem] = checkFaultRules(rules);
  if (problem !== undefined) throw source.error(0, problem);
  return rules as readonly FaultRule[]; // checked
}

function read(source: SourceText): unknown {
  try {
    return parse(source.text, { logLevel: "silent" }) ?? [];
  } catch (error) {
    if (error instanceof YAMLError) throw source.error(0, error.message.split("\n")[0] ?? "");
    throw error;
  }
}
