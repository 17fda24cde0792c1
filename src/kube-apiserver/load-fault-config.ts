import { isRecord } from "../apimachinery/is-record.ts";
import { checkFaultRules } from "../client/check-fault-rules.ts";
import { DocumentError } from "../apiserver/codec/document.ts";
import { convertYaml } from "../apiserver/codec/yaml/yaml-serializer.ts";
import type { FaultRule } from "../client/faults.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";

/**
 * Reads rules of faults in YAML or JSON: an object with the list `rules`. Throws a ConfigurationError with a line for
 * each mistake.
 */
export function loadFaultConfig(text: string): readonly FaultRule[] {
  const content = parse(text);
  if (!isRecord(content) || !("rules" in content)) throw new ConfigurationError("rules: required: a list of rules");
  const others = Object.keys(content).filter((name) => name !== "rules");
  const problems = [...others.map((name) => `${name}: unknown; known is rules`), ...checkFaultRules(content["rules"])];
  if (problems.length > 0) throw new ConfigurationError(problems.join("\n"));
  return content["rules"] as readonly FaultRule[];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(convertYaml(new TextEncoder().encode(text)).json);
  } catch (error) {
    if (!(error instanceof DocumentError) && !(error instanceof SyntaxError)) throw error;
    throw new ConfigurationError(error.message, { cause: error });
  }
}
