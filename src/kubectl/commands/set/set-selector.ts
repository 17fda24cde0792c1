import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { parseLabelSelector } from "../../../apimachinery/labels/parse.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { kindOf, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { typedPatch } from "../../typed/typed-patch.ts";
import { recorded } from "../write/record.ts";
import { doneText, dryRunOf, writeQuery } from "../write/write-options.ts";
import { localArguments } from "./patch-infos.ts";

/** `kubectl set selector`: the selector of services. */
export async function setSelector(invocation: Invocation): Promise<void> {
  const { args, flags, rest } = invocation;
  const dryRun = dryRunOf(flags);
  const local = flags.bool("local");
  const selector = args.length === 0 ? undefined : matchLabels(args.at(-1) ?? "");
  const resources = args.slice(0, -1);
  const print = await createTypedPrinter(invocation);
  if (selector === undefined) throw new KubectlError("one selector is required");
  if (local && resources.length > 0) throw new KubectlError(localArguments);
  const options = { args: resources, allowEmptySelector: flags.bool("all"), scheme: kubectlScheme, local };
  const version = flags.text("resource-version");
  const set = async ({ resource, namespace, name, object }: Info): Promise<void> => {
    const before = withZeroValues(object);
    const old = version === "" ? before : withValueAt(before, ["metadata", "resourceVersion"], undefined);
    const next = recorded(invocation, changed(old, selector(), version));
    const request = { path: pathOf(resource, namespace, name), query: writeQuery(flags) };
    const body = encodeJson(typedPatch(old, next));
    const contentType = "application/strategic-merge-patch+json";
    const result =
      local || dryRun === "client" ? next : await rest.object({ method: "PATCH", ...request, body, contentType });
    print(result, doneText("selector updated", dryRun));
  };
  throwAll((await (await plan(invocation, options))(set)).errors);
}

function changed(object: JsonObject, labels: JsonObject, version: string): JsonObject {
  if (textAt(object, "apiVersion") !== "v1" || kindOf(object) !== "Service")
    throw new KubectlError("setting a selector is only supported for Services");
  const next = withValueAt(object, ["spec", "selector"], Object.keys(labels).length === 0 ? undefined : labels);
  return version === "" ? next : withValueAt(next, ["metadata", "resourceVersion"], version);
}

const operators: Readonly<Record<string, string>> = { in: "In", notin: "NotIn", exists: "Exists", "!": "DoesNotExist" };

/**
 * The labels of a selector, which throws for expressions, which services do not have (metav1.ParseToLabelSelector).
 * Throws a KubectlError for what is no selector.
 */
function matchLabels(text: string): () => JsonObject {
  let requirements;
  try {
    ({ requirements } = parseLabelSelector(text));
  } catch (error) {
    throw new KubectlError(`couldn't parse the selector string "${text}": ${messageOf(error)}`);
  }
  const labels: Record<string, string> = {};
  const expressions: string[] = [];
  for (const { key, operator, values } of requirements) {
    if (operator === "=" || operator === "==") labels[key] = values?.[0] ?? "";
    else if (operator === "gt" || operator === "lt")
      throw new KubectlError(`${quoteGo(operator)} isn't supported in label selectors`);
    else if (operators[operator] === undefined)
      throw new KubectlError(`${quoteGo(operator)} is not a valid label selector operator`);
    else expressions.push(`{${key} ${operators[operator]} [${(values ?? []).join(" ")}]}`);
  }
  return () => {
    if (expressions.length > 0)
      throw new KubectlError(`match expression [${expressions.join(" ")}] not supported on this object`);
    return labels;
  };
}
