import { Double } from "../../apimachinery/json/value.ts";
import { parseQuantity, QuantityParseError } from "../../apimachinery/quantity-parse.ts";
import { newQuantity, type Quantity } from "../../apimachinery/quantity.ts";
import { global, member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { unitCosts } from "../cost/unit-costs.ts";
import { traversalCosts } from "../cost/string-costs.ts";
import { boolType, doubleType, intType, stringType, structOf } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { intOf } from "../values/int.ts";
import { OpaqueValue, type Value } from "../values/value.ts";
import type { Effort } from "../values/effort.ts";
import { isInt } from "../values/numeric.ts";
import { ofString, orError } from "./typed.ts";

export const quantityType = structOf("kubernetes.Quantity");

export class QuantityValue extends OpaqueValue {
  readonly quantity: Quantity;
  /**
   * Whether the quantity is the result of arithmetic. cel-go then holds a pointer, which equals nothing when it is
   * the right operand.
   */
  readonly isComputed: boolean;
  constructor(quantity: Quantity, isComputed = false) {
    super();
    this.quantity = quantity;
    this.isComputed = isComputed;
  }
  override readonly type = quantityType;
  override get goName(): string {
    return this.isComputed ? "*cel.Quantity" : "cel.Quantity";
  }
  override readonly convertsToString = true;
  override get unconvertible(): string {
    return `(*resource.Quantity)${this}`;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override toString(): string {
    return this.quantity.toString();
  }
  override equals(other: Value): Value {
    return other instanceof QuantityValue && !other.isComputed
      ? this.quantity.compare(other.quantity) === 0
      : this.mismatch(other);
  }
}

/** The steps of a digit of a long number, whose parts are multiplied. */
const stepsOfDigit = 4;

function parse(text: string, effort: Effort): Value {
  effort.spend(stepsOfDigit * text.length);
  return orError(() => new QuantityValue(parseQuantity(text)), QuantityParseError);
}

const of =
  (run: (quantity: Quantity) => Value): Implementation =>
  (a) =>
    a instanceof QuantityValue ? run(a.quantity) : noSuchOverload;
const ofTwo =
  (run: (a: Quantity, b: Quantity) => Value): Implementation =>
  (a, b) =>
    a instanceof QuantityValue && b instanceof QuantityValue ? run(a.quantity, b.quantity) : noSuchOverload;
const ofInt =
  (run: (a: Quantity, b: Quantity) => Value): Implementation =>
  (a, b) =>
    a instanceof QuantityValue && isInt(b)
      ? run(a.quantity, newQuantity(BigInt(b), "DecimalExponent"))
      : noSuchOverload;

function asInteger(quantity: Quantity): Value {
  const value = quantity.asInt64();
  return value === undefined ? new EvalError("cannot convert value to integer") : intOf(value);
}

const add = (a: Quantity, b: Quantity): Value => new QuantityValue(a.add(b), true);
const subtract = (a: Quantity, b: Quantity): Value => new QuantityValue(a.subtract(b), true);
const pair = [quantityType, quantityType];

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "quantity", overloads: [global("string_to_quantity", [stringType], quantityType, ofString(parse))], costs: traversalCosts() },
  { name: "isQuantity", overloads: [global("is_quantity_string", [stringType], boolType, ofString((text, effort) => !(parse(text, effort) instanceof EvalError)))], costs: traversalCosts() },
  { name: "sign", overloads: [global("quantity_sign", [quantityType], intType, of((quantity) => quantity.sign))], costs: unitCosts },
  { name: "isGreaterThan", overloads: [member("quantity_is_greater_than", pair, boolType, ofTwo((a, b) => a.compare(b) === 1))], costs: unitCosts },
  { name: "isLessThan", overloads: [member("quantity_is_less_than", pair, boolType, ofTwo((a, b) => a.compare(b) === -1))], costs: unitCosts },
  { name: "compareTo", overloads: [member("quantity_compare_to", pair, intType, ofTwo((a, b) => a.compare(b)))], costs: unitCosts },
  { name: "asApproximateFloat", overloads: [member("quantity_get_float", [quantityType], doubleType, of((quantity) => new Double(quantity.asApproximateFloat64())))], costs: unitCosts },
  { name: "asInteger", overloads: [member("quantity_get_int", [quantityType], intType, of(asInteger))], costs: unitCosts },
  { name: "isInteger", overloads: [member("quantity_is_integer", [quantityType], boolType, of((quantity) => quantity.asInt64() !== undefined))], costs: unitCosts },
  {
    name: "add",
    overloads: [member("quantity_add", pair, quantityType, ofTwo(add)), member("quantity_add_int", [quantityType, intType], quantityType, ofInt(add))],
    costs: unitCosts,
  },
  {
    name: "sub",
    overloads: [member("quantity_sub", pair, quantityType, ofTwo(subtract)), member("quantity_sub_int", [quantityType, intType], quantityType, ofInt(subtract))],
    costs: unitCosts,
  },
];

export const quantityLibrary: Library = { name: "kubernetes.quantity", functions };
