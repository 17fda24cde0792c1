import { groupVersionOf } from "../../apimachinery/gvk.ts";
import { textAt } from "../fields.ts";
import { idOf } from "../object-id.ts";
import { callProblem } from "../rules/refused-create.ts";
import type { Finding, Refused } from "./refused.ts";

/** `conversion webhook for example.com/v1, Kind=Lamp failed: Post "https://…": dial tcp: …` */
export const conversionText = /conversion webhook for ([^,\s]+), Kind=(\S+) (?:failed: )?(.*)$/s;

/** Explains that objects could not be converted: by which definition's webhook, and what it or the way to it says. */
export async function byConversion({ status, reading }: Refused): Promise<Finding> {
  const [, apiVersion = "", kind = "", problem = ""] = conversionText.exec(status.message ?? "") ?? [];
  const { group } = groupVersionOf(apiVersion);
  const definitions = await reading.all({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" });
  const definition = definitions.find(
    (one) => textAt(one, "spec.group") === group && textAt(one, "spec.names.kind") === kind,
  );
  const what = /^(?:Post|returned|received|request|response|result)\b/.test(problem) ? "cannot be used" : "refuses";
  const finding = {
    situation: "request-conversion-failed",
    state: "Cannot convert",
    because: `the conversion webhook of ${definition?.metadata.name ?? kind} ${what}: ${callProblem(problem)}`,
  };
  if (definition === undefined) return finding;
  const object = idOf(definition);
  return {
    ...finding,
    evidence: [{ kind: "object", object }],
    remedies: [{ kind: "object", words: `Look at the CustomResourceDefinition ${object.name}`, object }],
  };
}
