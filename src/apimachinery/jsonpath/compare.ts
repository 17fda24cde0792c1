import { compareUtf8 } from "../compare-utf8.ts";
import { Double } from "../json/value.ts";
import { type Found, GoInteger } from "./found.ts";

type Scalar = boolean | string | number | bigint;
type Kind = "bool" | "string" | "int" | "uint" | "float";

interface Operand {
  readonly kind: Kind;
  readonly value: Scalar;
}

const badType = "invalid type for comparison";
const badPair = "incompatible types for comparison";

/** Compares two values: the answer, or why they cannot be compared (third_party/forked/golang/template). */
export function compareFound(left: Found, operator: string, right: Found): boolean | string {
  const order = orders[operator];
  if (order === undefined) return `unrecognized filter operator ${operator}`;
  const [a, b] = [operandOf(left), operandOf(right)];
  if (a === undefined || b === undefined) return badType;
  if (a.kind !== b.kind && !(isInteger(a) && isInteger(b))) return badPair;
  if (a.kind === "bool" && order !== orders["=="] && order !== orders["!="]) return badType;
  return order(compareScalars(a.value, b.value));
}

const orders: Readonly<Record<string, ((order: number) => boolean) | undefined>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

const isInteger = ({ kind }: Operand): boolean => kind === "int" || kind === "uint";

function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === "string" && typeof b === "string") return compareUtf8(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a scalar with the kind of its Go type; undefined for other values. */
function operandOf(value: Found): Operand | undefined {
  if (value instanceof GoInteger) return { kind: value.type === "int" ? "int" : "uint", value: value.value };
  if (value instanceof Double) return { kind: "float", value: value.value };
  if (typeof value === "string") return { kind: "string", value };
  if (typeof value === "boolean") return { kind: "bool", value };
  if (typeof value === "bigint") return { kind: "int", value };
  if (typeof value === "number") return { kind: Number.isInteger(value) ? "int" : "float", value };
  return undefined;
}
