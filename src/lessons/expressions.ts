import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Value } from "../cel/values/value.ts";

/** What reads the expressions of the front matter. */
export interface Expressions {
  /** Throws what is wrong with an expression. */
  readonly compile: (expression: string) => unknown;
  /** Evaluates an expression over values; throws what is wrong with it. */
  readonly evaluate: (expression: string, values: Readonly<Record<string, JsonValue>>) => JsonValue;
}

/** Loads CEL for expressions over some values, within the cost limit of a policy's expression. */
export async function loadExpressions(names: readonly string[]): Promise<Expressions> {
  const [
    { createEnv },
    { librariesUpTo, perCallLimit, compatibilityMinor },
    { Program },
    types,
    values,
    json,
    { ListValue, MapValue },
    { EvalError },
  ] = await Promise.all([
    import("../cel/env/env.ts"),
    import("../cel/env/kubernetes.ts"),
    import("../cel/program.ts"),
    import("../cel/types/type.ts"),
    import("../cel/values/json.ts"),
    import("../cel/library/protobuf-json.ts"),
    import("../cel/values/value.ts"),
    import("../cel/values/eval-error.ts"),
  ]);
  // an answer mixes types, which the validators of Kubernetes' own environments forbid in literals
  const libraries = librariesUpTo(compatibilityMinor).map((library) => ({ ...library, validators: [] }));
  const env = createEnv(libraries).extend({ variables: names.map((name) => [name, types.dynType] as const) });
  return {
    compile: (expression) => env.compile(expression),
    evaluate(expression, given) {
      const variables = new Map(Object.entries(given).map(([name, value]) => [name, values.jsonValue(value)]));
      const { value } = new Program(env.compile(expression), env, { costLimit: perCallLimit }).evaluate(variables);
      return plain(json.protobufJson(value));
    },
  };

  function plain(value: Value | undefined): JsonValue {
    if (value instanceof EvalError) throw new Error(value.message);
    if (value instanceof ListValue) return value.toArray().map(plain);
    if (value instanceof MapValue)
      return Object.fromEntries(value.keys().map((key) => [String(key), plain(value.find(key))]));
    return value as JsonValue;
  }
}
