import type { JsonValue } from "../../apimachinery/json/value.ts";

/** One rule of x-kubernetes-validations. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The value validations of a schema (structural ValueValidation). Built-in types use `enum` and `format` only. */
export interface ValueValidation {
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly allOf?: readonly NestedValidation[];
  readonly oneOf?: readonly NestedValidation[];
  readonly anyOf?: readonly NestedValidation[];
  readonly not?: NestedValidation;
  readonly rules?: readonly ValidationRule[];
}

/**
 * A schema within a junctor. It may validate nested values, but specifies no types (structural NestedValueValidation).
 */
export interface NestedValidation extends ValueValidation {
  readonly properties?: Readonly<Record<string, NestedValidation>>;
  readonly additionalProperties?: NestedValidation;
  readonly items?: NestedValidation;
  readonly forbiddenType?: string;
}
