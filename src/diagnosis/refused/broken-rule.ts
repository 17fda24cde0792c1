import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { celMacros } from "../../component-base/cel-macros.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Remedy } from "../diagnosis.ts";
import { firstLine } from "../words.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import type { Finding, Refused } from "./refused.ts";

type Path = readonly (string | number)[];

/** Where an expression is that a cause names: `spec.validation` stands for the schema of all versions. */
function expressionsAt(field: string, body: unknown): readonly Path[] {
  const steps = stepsOf(field);
  if (steps[1] !== "validation") return [steps];
  const versions = valueOfPath(body, ["spec", "versions"]);
  const all = Array.isArray(versions) ? versions.map((_, i): Path => ["spec", "versions", i, "schema"]) : [];
  return all.map((path) => [...path, ...steps.slice(2)]);
}

/** The names of fields in a schema and below it. */
function fieldsBelow(schema: unknown, depth = 0): readonly string[] {
  if (!isRecord(schema) || depth > 6) return [];
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const inner = [...Object.values(properties), schema["items"], schema["additionalProperties"]];
  return [...Object.keys(properties), ...inner.flatMap((one) => fieldsBelow(one, depth + 1))];
}

/** The variables of the rules of a schema, and those of the expressions of policies and webhooks. */
const variablesOf = (isRule: boolean): readonly string[] =>
  isRule ? ["self", "oldSelf"] : "object oldObject request params variables namespaceObject authorizer".split(" ");

/** The names that an expression may use: variables, functions and macros. */
async function namesIn(isRule: boolean): Promise<readonly string[]> {
  const { celFunctionNames } = await import("../../component-base/cel-function-names.ts");
  return [...variablesOf(isRule), ...Object.keys(celMacros), ...celFunctionNames];
}

/** Explains that an expression comes to a value of another type than is asked for. */
function otherType(field: string, message: string, { request: { body } }: Refused): Finding | undefined {
  const [, wanted = "", found = "another type"] =
    /must evaluate to (?:a )?(\w\S*)(?: but got (\S+))?/.exec(message) ?? [];
  const expression = valueOfPath(body, expressionsAt(field, body)[0] ?? []);
  if (wanted === "" || typeof expression !== "string") return undefined;
  return {
    situation: "request-with-broken-expression",
    state: "Invalid",
    because: `the expression ${firstLine(expression, 120)} at ${field} comes to ${found}, and ${wanted} is asked for there`,
  };
}

/** What declares a name that an expression of a policy uses. */
function undeclared(name: string | undefined, problem: string, expression: string): string {
  if (name === "params" && problem.startsWith("undeclared"))
    return "; params are those of spec.paramKind, which is not set";
  return name !== undefined && expression.includes(`variables.${name}`)
    ? `; spec.variables declares no ${name} before it`
    : "";
}

/** Explains that an expression does not compile: which one, why, and the field that is meant by an undefined one. */
export async function brokenRule(field: string, message: string, refused: Refused): Promise<Finding | undefined> {
  const { body } = refused.request;
  const match = /compilation failed: ERROR: <input>:(\d+):(\d+): (.*)/.exec(message);
  if (match === null) return otherType(field, message, refused);
  const [, line = "", column = "", told = ""] = match;
  const ends = /mismatched input '<EOF>'|at '<EOF>'/.test(told) ? ": it ends before it is complete" : "";
  const problem = firstLine(told.replace(/ expecting \{.*$/, ""), 200) + ends;
  const places = expressionsAt(field, body);
  const expression = valueOfPath(body, places[0] ?? []);
  if (typeof expression !== "string") return undefined;
  const unknown = /undefined field '(\w+)'/.exec(problem)?.[1];
  const rules = (places[0] ?? []).indexOf("x-kubernetes-validations");
  const schema = rules < 0 ? undefined : valueOfPath(body, (places[0] ?? []).slice(0, rules));
  const name = unknown ?? /undeclared reference to '(\w+)'/.exec(problem)?.[1];
  const words = unknown === undefined ? await namesIn(rules >= 0) : fieldsBelow(schema);
  const near = name === undefined ? undefined : nearestWord(name, words);
  const remedies: readonly Remedy[] =
    near === undefined
      ? []
      : [
          {
            kind: "edit",
            words: `Write ${near} in the expression`,
            edits: places.map((path) => ({
              path,
              value: expression.replaceAll(new RegExp(`\\b${name ?? ""}\\b`, "g"), near),
            })),
          },
        ];
  return {
    situation: "request-with-broken-expression",
    state: "Invalid",
    because: `the expression ${firstLine(expression, 120)} at ${field} does not compile: ${problem} (line ${line}, column ${column})${near === undefined ? undeclared(name, problem, expression) : `; did you mean ${near}?`}`,
    remedies,
  };
}
