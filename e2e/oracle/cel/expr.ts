import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { printChecked } from "../../../src/cel/checker/print.ts";
import { estimateCost, type SizeEstimator } from "../../../src/cel/cost/estimator.ts";
import { unbounded } from "../../../src/cel/cost/uint64.ts";
import { CompileError, type Env } from "../../../src/cel/env/env.ts";
import { createEnvSet, perCallLimit } from "../../../src/cel/env/kubernetes.ts";
import { explain } from "../../../src/cel/explain/explain.ts";
import { ProgramError } from "../../../src/cel/interpreter/planned.ts";
import { re2Engine } from "../../../src/cel/library/re2-engine.ts";
import { installRegexEngine } from "../../../src/cel/library/regex-engine.ts";
import { Program } from "../../../src/cel/program.ts";
import { formatType } from "../../../src/cel/types/format.ts";
import { EvalError } from "../../../src/cel/values/eval-error.ts";
import type { Value } from "../../../src/cel/values/value.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { parseType } from "./type-text.ts";
import { fromValue, toValue } from "./values.ts";

type Variables = Readonly<
  Record<string, { readonly type: string; readonly value: JsonValue; readonly maxSize?: number | bigint }>
>;

installRegexEngine(re2Engine);
const envs = createEnvSet();

/** Returns sizes by path: the maxSize of a variable, and the sizes listed separately. */
function sizesOf(record: OracleRecord, variables: Variables): SizeEstimator {
  const sizes = new Map(Object.entries(input<Record<string, number> | undefined>(record, "sizes") ?? {}));
  return ({ path }) => {
    const max = sizes.get(path.join(".")) ?? (path.length === 1 ? variables[path[0] ?? ""]?.maxSize : undefined);
    return max === undefined ? undefined : { min: 0, max: max >= 18446744073709551615n ? unbounded : max };
  };
}

function describeRun(record: OracleRecord, program: Program, activation: ReadonlyMap<string, Value>): object {
  const options = { costLimit: Number(input<number | undefined>(record, "costLimit") ?? perCallLimit) };
  const { value, cost } = program.evaluate(activation, options);
  const explained = explain(program, activation, () => undefined, options);
  if (explained.cost !== cost || explained.root.run?.cost !== cost)
    return {
      explainedCost: String(explained.cost),
      costOfParts: String(explained.root.run?.cost),
      actualCost: String(cost),
    };
  const outcome = value instanceof EvalError ? { error: value.message } : { value: fromValue(value) };
  return { ...outcome, actualCost: String(cost) };
}

function describe(record: OracleRecord, base: Env): object {
  const variables = input<Variables | undefined>(record, "vars") ?? {};
  const types = Object.entries(variables).map(([name, { type }]) => [name, parseType(type)] as const);
  const env = base.extend({ variables: types });
  const checked = env.compile(input(record, "expr"));
  const { min, max } = estimateCost(checked, sizesOf(record, variables));
  const static_ = {
    outputType: String(checked.outputType),
    checkedType: formatType(checked.outputType),
    checkedAst: printChecked(checked),
    estimatedCost: { min: String(min), max: String(max) },
  };
  const activation = new Map(
    types.map(([name, type]) => [name, toValue(variables[name]?.value ?? null, type)] as const),
  );
  try {
    return { ...static_, ...describeRun(record, new Program(checked, env), activation) };
  } catch (error) {
    if (error instanceof ProgramError) return { ...static_, programError: error.message };
    throw error;
  }
}

function outcome(record: OracleRecord, env: Env): object {
  try {
    return describe(record, env);
  } catch (error) {
    if (error instanceof CompileError) return { compileError: error.message };
    throw error;
  }
}

export function check(record: OracleRecord): string | undefined {
  const kinds = input<boolean | undefined>(record, "sameInNew") ? ["stored", "new"] : [input<string>(record, "env")];
  for (const kind of kinds) {
    const found = difference(
      record.expect,
      outcome(record, kind === "new" ? envs.newExpressions : envs.storedExpressions),
    );
    if (found !== undefined) return `${kind}: ${found}`;
  }
  return undefined;
}
