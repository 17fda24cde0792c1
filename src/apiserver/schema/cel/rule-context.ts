import { addUint64, multiplyUint64, type Uint64 } from "../../../cel/cost/uint64.ts";
import type { Schema } from "../schema.ts";
import type { ValidationRule, ValueValidation } from "../value-validation.ts";
import { isUnspecified } from "../structural/new-structural.ts";
import { compileRules, type CompiledRule } from "./compile-rules.ts";
import type { DeclType } from "./decl-type.ts";
import { expressionCostLimit, schemaCostLimit } from "./limits.ts";
import { escapePropertyName } from "./property-names.ts";
import { selfTypeName, type ExpressionAges } from "./rule-environments.ts";
import { renamed, schemaDeclType } from "./schema-decl-type.ts";

/** The maximum number of values of a schema within one object; undefined if unbounded. */
export type Cardinality = Uint64 | undefined;

type Step = { readonly kind: "property"; readonly name: string } | { readonly kind: "element" };

/** A schema node with the state needed to compile its rules and to estimate their costs (CELSchemaContext). */
export class RuleContext {
  readonly schema: Schema;
  readonly cardinality: Cardinality;
  readonly #parent: RuleContext | undefined;
  readonly #step: Step | undefined;
  readonly #isInScope: boolean;
  #declared: DeclType | null | undefined;

  private constructor(schema: Schema, cardinality: Cardinality, parent?: RuleContext, step?: Step) {
    this.schema = schema;
    this.cardinality = cardinality;
    this.#parent = parent;
    this.#step = step;
    this.#isInScope = (parent !== undefined && parent.#isInScope) || (schema.validation?.rules?.length ?? 0) > 0;
  }

  static root(schema: Schema): RuleContext {
    return new RuleContext(schema, 1);
  }

  property(name: string): RuleContext | undefined {
    const schema = this.schema.kind === "object" ? this.schema.field(name)?.schema : undefined;
    return schema && this.#child(schema, { kind: "property", name });
  }

  /** The context of a list's items or of a map's values. */
  elements(): RuleContext | undefined {
    const { schema } = this;
    const slot =
      schema.kind === "list"
        ? schema.items
        : schema.kind === "map"
          ? schema.values
          : schema.kind === "object"
            ? schema.additionalProperties
            : undefined;
    return slot === undefined || isUnspecified(slot.schema) ? undefined : this.#child(slot.schema, { kind: "element" });
  }

  #child(schema: Schema, step: Step): RuleContext {
    const factor = growthOf(this.schema);
    return new RuleContext(
      schema,
      this.cardinality === undefined || factor === undefined ? undefined : multiplyUint64(this.cardinality, factor),
      this,
      step,
    );
  }

  /**
   * The type of `self` for rules of this node, derived from the outermost node that has rules. Null where expressions
   * cannot access the node.
   */
  get declared(): DeclType | null {
    return (this.#declared ??= this.#declare());
  }

  #declare(): DeclType | null {
    const parent = this.#parent;
    if (parent !== undefined && parent.#isInScope) {
      const outer = parent.declared;
      if (outer === null) return null;
      const inner =
        this.#step?.kind === "property" ? outer.fields?.get(escapePropertyName(this.#step.name) ?? "") : outer.element;
      if (inner !== undefined) return inner;
    }
    return (
      schemaDeclType(this.schema, selfTypeName, parent === undefined || this.schema.embeddedResource === true) ?? null
    );
  }

  /** Compiles the rules of this node, or other rules about its values. Returns null where the node has no CEL type. */
  compile(
    ages: ExpressionAges,
    rules: readonly ValidationRule[] = this.schema.validation?.rules ?? [],
  ): readonly CompiledRule[] | null {
    const { declared } = this;
    return declared === null ? null : compileRules(rules, this.schema, renamed(declared, selfTypeName), ages);
  }

  /** Returns the estimated cost of a rule over all its evaluations on one object. */
  totalCost({ maxCost, maxCardinality }: CompiledRule): Uint64 {
    return multiplyUint64(maxCost, this.cardinality ?? maxCardinality);
  }
}

/** Returns the maximum number of child values per value of a schema; undefined if unbounded. */
function growthOf(schema: Schema): Cardinality {
  const { maxProperties, maxItems } = schema.validation ?? noBounds;
  const isOpen =
    schema.kind === "map" ||
    (schema.kind === "object" && schema.additionalProperties !== undefined && schema.anyType !== true);
  if (isOpen) return maxProperties === undefined ? undefined : Math.max(maxProperties, 0);
  if (schema.kind !== "list") return 1;
  return maxItems === undefined ? undefined : Math.max(maxItems, 0);
}

const noBounds: ValueValidation = {};

/** Returns upstream's description of how far a cost exceeds a limit. */
export function costMessage(name: string, cost: Uint64, limit: number): string {
  const factor = Number(cost) / limit;
  const text = factor > 100 ? "more than 100x" : `${toFixed(factor, factor < 1.5 ? 6 : 1)}x`;
  return `${name} exceeds budget by factor of ${text} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/** Formats with a fixed number of digits, rounding ties to even as Go does. */
function toFixed(value: number, digits: number): string {
  const exact = value.toFixed(20);
  const end = exact.indexOf(".") + 1 + digits;
  const isTie = /^50*$/.test(exact.slice(end)) && "02468".includes(exact.charAt(end - 1));
  return isTie ? exact.slice(0, end) : value.toFixed(digits);
}

/** Accumulates the cost of all expressions of a schema and records the most expensive ones. */
export class TotalCost<Place> {
  total: Uint64 = 0;
  readonly #expensive: { readonly place: Place; readonly cost: Uint64 }[] = [];

  add(place: Place, cost: Uint64): void {
    this.total = addUint64(this.total, cost);
    if (cost < schemaCostLimit / 100) return;
    this.#expensive.push({ place, cost });
    this.#expensive.sort((a, b) => (a.cost === b.cost ? 0 : a.cost > b.cost ? -1 : 1));
    this.#expensive.splice(4);
  }

  get isExceeded(): boolean {
    return this.total > schemaCostLimit;
  }

  /** The most expensive places, in descending order of cost. */
  get mostExpensive(): readonly Place[] {
    return this.#expensive.map(({ place }) => place);
  }
}

export const exceedsExpressionLimit = (cost: Uint64): boolean => cost > expressionCostLimit;
