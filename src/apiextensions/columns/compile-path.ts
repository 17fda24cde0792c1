import type { Found } from "../../apimachinery/jsonpath/found.ts";
import { JsonPathError } from "../../apimachinery/jsonpath/json-path-error.ts";
import { JsonPath } from "../../apimachinery/jsonpath/json-path.ts";
import { parseJsonPath, type PathNode } from "../../apimachinery/jsonpath/parser.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";

/** What a path may look at in one object: a list has many of them. */
const maxSteps = 200_000;

/**
 * Compiles the path of a definition to a function that returns the first value it finds in a custom resource; undefined
 * if there is none or the path cannot be evaluated. Returns undefined for a path that cannot be parsed.
 */
export function compilePath(jsonPath: string): ((object: JsonValue) => Found) | undefined {
  const nodes = orUndefined(() => parseJsonPath(`{${jsonPath}}`));
  return nodes && ((object) => orUndefined(() => firstFound(nodes, object)));
}

const firstFound = (nodes: readonly PathNode[], object: JsonValue): Found =>
  new JsonPath(nodes, { allowMissingKeys: true, maxSteps }).findResults(object)[0]?.[0];

function orUndefined<T>(evaluate: () => T): T | undefined {
  try {
    return evaluate();
  } catch (err) {
    if (err instanceof JsonPathError) return undefined;
    throw err;
  }
}
