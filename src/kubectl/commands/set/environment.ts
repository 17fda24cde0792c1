import { pushAll } from "../../../apimachinery/long-lists.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isEnvVarName } from "../../../apimachinery/validation/names.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** The changes of environment variables that words name. */
export interface EnvironmentChanges {
  readonly set: readonly JsonObject[];
  readonly removed: readonly string[];
}

const isVariable = (word: string): boolean => /^.+=/s.test(word) || word.endsWith("-");

/** Splits variables from the resources before them; undefined if a resource stands after one. */
export function splitEnvironment(args: readonly string[]) {
  const at = args.findIndex(isVariable);
  if (at < 0) return { resources: args, words: [] };
  return args.slice(at).every(isVariable) ? { resources: args.slice(0, at), words: args.slice(at) } : undefined;
}

/** Reads `KEY=VALUE`, `KEY-`, and `-` for the lines of stdin (env.ParseEnv). Throws a KubectlError. */
export function parseEnvironment(words: readonly string[], stdin: string): EnvironmentChanges {
  const set: JsonObject[] = [];
  const removed: string[] = [];
  const named = new Set<string>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (word === "-") pushAll(set, variablesOf(stdin));
    else if (equals >= 0) {
      const name = word.slice(0, equals);
      const problems = isEnvVarName(name);
      if (problems.length > 0)
        throw new KubectlError(`${quoteGo(name)} is not a valid key name: ${problems.join(";")}`);
      named.add(name);
      set.push({ name, value: word.slice(equals + 1) });
    } else if (word.endsWith("-")) removed.push(word.slice(0, -1));
    else throw new KubectlError(`unknown environment variable: ${word}`);
  }
  if (removed.some((name) => named.has(name)))
    throw new KubectlError("can not both modify and remove the same environment variable in the same command");
  return { set: set.map(withoutEmptyValue), removed };
}

const withoutEmptyValue = ({ value, ...rest }: JsonObject): JsonObject =>
  value === "" || value === undefined ? rest : { ...rest, value };

/** The variables of lines `KEY=VALUE`; `#` starts a comment. */
const variablesOf = (text: string): readonly JsonObject[] =>
  text
    .split("\n")
    .map((line) => line.split("#", 1)[0] ?? "")
    .filter((line) => line.includes("="))
    .map((line) => ({ name: line.slice(0, line.indexOf("=")), value: line.slice(line.indexOf("=") + 1) }));

/** The variables with those that are set replaced in place or added, and without those that are removed. */
export function withEnvironment(existing: readonly JsonValue[], { set, removed }: EnvironmentChanges) {
  const covered = new Set(removed);
  const next: JsonValue[] = [];
  for (const variable of existing) {
    const name = textAt(variable, "name");
    if (covered.has(name)) continue;
    const newer = set.find((each) => each["name"] === name);
    if (newer !== undefined) covered.add(name);
    next.push(newer ?? variable);
  }
  for (const variable of set) {
    const name = textAt(variable, "name");
    if (covered.has(name)) continue;
    covered.add(name);
    next.push(variable);
  }
  return next;
}

/** The first variable that would get another value than it has; undefined if there is none. */
export const overwritten = (existing: readonly JsonValue[], set: readonly JsonObject[]): JsonValue | undefined =>
  set
    .map((variable) =>
      existing.find(
        (each) => textAt(each, "name") === variable["name"] && textAt(each, "value") !== textAt(variable, "value"),
      ),
    )
    .find((taken) => taken !== undefined);

/** What a variable's value is taken from, in words (env.GetEnvVarRefString). */
export function referenceText(from: JsonValue | undefined): string {
  const part = (name: string): JsonObject | undefined => {
    const value = isObject(from) ? from[name] : undefined;
    return isObject(value) ? value : undefined;
  };
  const [config, secret] = [part("configMapKeyRef"), part("secretKeyRef")];
  const [field, resource] = [part("fieldRef"), part("resourceFieldRef")];
  if (config !== undefined) return `configmap ${textAt(config, "name")}, key ${textAt(config, "key")}`;
  if (secret !== undefined) return `secret ${textAt(secret, "name")}, key ${textAt(secret, "key")}`;
  if (field !== undefined) return `field path ${textAt(field, "fieldPath")}`;
  if (resource === undefined) return "invalid valueFrom";
  const container = textAt(resource, "containerName");
  return `resource field ${container === "" ? "" : `${container}/`}${textAt(resource, "resource")}`;
}
