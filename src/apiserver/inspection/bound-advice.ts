import type { CelAdvice, CelBoundEdit, CelRequest, CelScope } from "../../client/cel.ts";
import type { CelNode } from "../../component-base/cel-node.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { estimateCost } from "../../cel/cost/estimator.ts";
import type { Uint64 } from "../../cel/cost/uint64.ts";
import { explainNodes } from "../../cel/explain/explain.ts";
import { sizesOf } from "../schema/cel/decl-type.ts";
import { expressionCostLimit } from "../schema/cel/limits.ts";
import { unescapePropertyName } from "../schema/cel/property-names.ts";
import { examine, type CompiledLab } from "./lab-check.ts";
import { totalCost } from "./lab-scope.ts";
import { itemsStep, ruleSubject, valuesStep } from "./rule-subject.ts";

type RuleScope = CelScope & { readonly kind: "rule" };
type Place = Omit<CelBoundEdit, "value">;
type Members = Readonly<Record<string, unknown>>;

/** Bounds that are tried: powers of two, the largest first. */
const values = Array.from({ length: 21 }, (_, i) => 2 ** (20 - i));
const mostPlaces = 12;

const memberOf = (json: unknown, name: string): unknown => (isRecord(json) ? json[name] : undefined);

function stepInto(schema: unknown, step: string): unknown {
  if (step === itemsStep) return memberOf(schema, "items");
  return step === valuesStep
    ? memberOf(schema, "additionalProperties")
    : memberOf(memberOf(schema, "properties"), step);
}

/** The keyword that bounds values of a schema. */
function keywordOf(schema: unknown): Place["keyword"] | undefined {
  if (!isRecord(schema) || Array.isArray(schema["enum"])) return undefined;
  if (schema["type"] === "array") return "maxItems";
  if (schema["type"] === "object") return schema["additionalProperties"] === undefined ? undefined : "maxProperties";
  return schema["type"] === "string" || schema["x-kubernetes-int-or-string"] === true ? "maxLength" : undefined;
}

/** The schema with a bound stated, everything else as it was. */
function withBound(schema: unknown, [step, ...rest]: readonly string[], keyword: string, value: number): unknown {
  const members: Members = isRecord(schema) ? schema : {};
  if (step === undefined) return { ...members, [keyword]: value };
  const inner = withBound(stepInto(members, step), rest, keyword, value);
  if (step === itemsStep) return { ...members, items: inner };
  if (step === valuesStep) return { ...members, additionalProperties: inner };
  const properties = members["properties"];
  return { ...members, properties: { ...(isRecord(properties) ? properties : {}), [step]: inner } };
}

/** Where in the schema of the resource a value's size is declared; undefined for what no schema states. */
function schemaPath(rulePath: readonly string[], [, ...steps]: readonly string[]): readonly string[] | undefined {
  const path = [...rulePath];
  for (const step of steps) {
    if (step === "@keys" || step === "@indices") return undefined;
    const name = step === "@items" ? itemsStep : step === "@values" ? valuesStep : unescapePropertyName(step);
    if (name === undefined) return undefined;
    path.push(name);
  }
  return path;
}

class Adviser {
  readonly #compiled: CompiledLab;
  readonly #scope: RuleScope;

  constructor(compiled: CompiledLab, scope: RuleScope) {
    this.#compiled = compiled;
    this.#scope = scope;
  }

  get #root(): CelNode {
    return explainNodes(this.#compiled.program.checked, this.#compiled.scope.sizes);
  }

  /** Places whose bounds the estimate looks at, or that multiply it, without what is bounded narrowly already. */
  places(): readonly Place[] {
    const paths = new Map<string, readonly string[]>();
    const add = (path: readonly string[] | undefined): void => void (path && paths.set(path.join("\0"), path));
    const { path } = this.#scope;
    path.forEach((step, i) => (step === itemsStep || step === valuesStep) && add(path.slice(0, i)));
    const visit = (node: CelNode): void => {
      add(node.bound && schemaPath(path, node.bound.path));
      node.children.forEach(visit);
    };
    visit(this.#root);
    return [...paths.values()].flatMap((found) => this.#place(found)).slice(0, mostPlaces);
  }

  #schemaAt(path: readonly string[]): unknown {
    return path.reduce(stepInto, this.#scope.schema);
  }

  #place(path: readonly string[]): readonly Place[] {
    const keyword = keywordOf(this.#schemaAt(path));
    return keyword === undefined ? [] : [{ path, keyword }];
  }

  #stated({ path, keyword }: Place): number {
    const stated = memberOf(this.#schemaAt(path), keyword);
    return typeof stated === "number" ? stated : Infinity;
  }

  /** What the rule would be estimated at. */
  cost(edits: readonly CelBoundEdit[]): Uint64 {
    const schema = edits.reduce(
      (edited, { path, keyword, value }) => withBound(edited, path, keyword, value),
      this.#scope.schema,
    );
    const { declared, cardinality } = ruleSubject(schema, this.#scope.path);
    return totalCost(estimateCost(this.#compiled.program.checked, sizesOf(declared)).max, { cardinality });
  }

  edits(places: readonly Place[], value: number): readonly CelBoundEdit[] {
    return places.filter((place) => value < this.#stated(place)).map((place) => ({ ...place, value }));
  }

  /** The largest bound for all of the places that is enough. */
  advise(places: readonly Place[]): CelAdvice | undefined {
    const enough = (value: number): boolean => this.cost(this.edits(places, value)) <= expressionCostLimit;
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (enough(values[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    const value = values[low];
    const edits = value === undefined ? [] : this.#needed(this.edits(places, value));
    return edits.length === 0 ? undefined : { edits, estimatedCost: this.cost(edits) };
  }

  /** Leaves out edits without which it is enough as well. */
  #needed(edits: readonly CelBoundEdit[]): readonly CelBoundEdit[] {
    let kept = edits;
    for (const edit of edits) {
      const without = kept.filter((other) => other !== edit);
      if (this.cost(without) <= expressionCostLimit) kept = without;
    }
    return kept;
  }
}

const smallestValue = ({ edits }: CelAdvice): number => Math.min(...edits.map(({ value }) => value));

/**
 * Bounds that bring the estimate of a rule within its limit: at single places and at all of them together, the least
 * strict first.
 */
export function advise(request: CelRequest): readonly CelAdvice[] {
  const { compiled } = examine(request);
  if (compiled === undefined || request.scope.kind !== "rule") return [];
  const adviser = new Adviser(compiled, request.scope);
  if (adviser.cost([]) <= expressionCostLimit) return [];
  const places = adviser.places();
  const single = places.flatMap((place) => adviser.advise([place]) ?? []);
  const together = adviser.advise(places);
  const all = together !== undefined && together.edits.length > 1 ? [together, ...single] : single;
  return all.toSorted((a, b) => smallestValue(b) - smallestValue(a));
}
