import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { compileRuleNode } from "../../src/apiserver/schema/cel/rule-node.ts";
import { validateRules } from "../../src/apiserver/schema/cel/rule-validator.ts";
import { rootPath } from "../../src/apimachinery/field-error.ts";
import { applyDefaults, pruneNulls } from "../../src/apiserver/schema/structural/defaulting.ts";
import { newStructural } from "../../src/apiserver/schema/structural/new-structural.ts";
import { prune } from "../../src/apiserver/schema/structural/pruning.ts";
import { validateListTypes } from "../../src/apiserver/schema/validation/list-types.ts";
import { loadRegexps } from "../../src/apiserver/schema/validation/regexps.ts";
import { compileSchemaValidator } from "../../src/apiserver/schema/validation/schema-validator.ts";
import type { JSONSchemaProps } from "../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import type { GeneratedDefinition } from "./generated-definition.ts";

/** What is done to an instance on its way in; each run on the same instance. */
export interface VersionBench {
  /** Pruning, defaulting and validation by schema, as strategies do them to what was parsed. */
  fit(): void;
  fitWithRules(): void;
  /** The whole request, with nothing stored. */
  dryRun(): Promise<void>;
}

/**
 * Makes an instance's path ready, and looks once whether it is what it should be: something is pruned, something
 * defaulted, nothing wrong.
 */
export async function startVersionBench(
  handle: Handle,
  definition: GeneratedDefinition,
  instance: JsonObject,
): Promise<VersionBench> {
  const schema = newStructural(definition.schema as JSONSchemaProps);
  const validator = compileSchemaValidator(schema, await loadRegexps());
  const rules = compileRuleNode(schema, true);
  if (rules === undefined) throw new Error("the definition has no rules");
  const made = (): JsonObject =>
    applyDefaults(pruneNulls(prune(instance, schema, true).value, schema), schema) as JsonObject;
  const fit = (): JsonObject => {
    const value = made();
    const errors = [...validator.validate(value), ...validateListTypes(rootPath, schema, value)];
    if (errors.length > 0) throw new Error(`the instance is wrong: ${JSON.stringify(errors[0])}`);
    return value;
  };
  const fitWithRules = (): void => {
    const { errors } = validateRules(rules, fit(), undefined);
    if (errors.length > 0) throw new Error(`the instance breaks a rule: ${JSON.stringify(errors[0])}`);
  };
  const text = JSON.stringify(made());
  if (text.includes("unheardOf") || text.length <= JSON.stringify(instance).length / 2)
    throw new Error("nothing is pruned or defaulted");
  fitWithRules();
  return {
    fit: () => void fit(),
    fitWithRules,
    dryRun: () => dryRun(handle, definition, new TextEncoder().encode(JSON.stringify(instance))),
  };
}

async function dryRun(handle: Handle, { group, plural }: GeneratedDefinition, body: Uint8Array): Promise<void> {
  const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
  const answer = await handle({
    method: "POST",
    target: `/apis/${group}/v1/namespaces/default/${plural}?dryRun=All&fieldValidation=Ignore`,
    headers,
    body,
    signal: new AbortController().signal,
  });
  if (answer.status !== 201)
    throw new Error(`the instance was answered ${answer.status}: ${String(answer.body).slice(0, 2000)}`);
}
