import { global, member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { traversalCosts } from "../cost/string-costs.ts";
import { unitCosts } from "../cost/unit-costs.ts";
import { boolType, intType, stringType, structOf } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { intOf } from "../values/int.ts";
import { OpaqueValue, type Value } from "../values/value.ts";
import {
  compareSemver,
  formatSemver,
  parseLenientSemver,
  parseSemver,
  SemverError,
  type SemverVersion,
} from "../../apimachinery/semver.ts";
import { orError } from "./typed.ts";

const semverType = structOf("kubernetes.Semver");

export class SemverValue extends OpaqueValue {
  readonly version: SemverVersion;
  constructor(version: SemverVersion) {
    super();
    this.version = version;
  }
  override readonly type = semverType;
  override readonly goName = "cel.Semver";
  override get isHashable(): boolean {
    return false;
  }
  override readonly convertsToString = true;
  override get unconvertible(): string {
    return `(semver.Version)${this}`;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override equals(other: Value): Value {
    return other instanceof SemverValue ? compareSemver(this.version, other.version) === 0 : this.mismatch(other);
  }
  override toString(): string {
    return formatSemver(this.version);
  }
}

const parse: Implementation = (text, lenient) => {
  if (typeof text !== "string" || (lenient !== null && typeof lenient !== "boolean")) return noSuchOverload;
  return orError(() => new SemverValue(lenient === true ? parseLenientSemver(text) : parseSemver(text)), SemverError);
};

const isSemver: Implementation = (text, lenient, c, d, effort) => {
  const parsed = parse(text, lenient, c, d, effort);
  return parsed === noSuchOverload ? parsed : !(parsed instanceof EvalError);
};

const strictly =
  (run: Implementation): Implementation =>
  (text, _, c, d, effort) =>
    run(text, null, c, d, effort);

/** Returns a part of a version, a uint64 converted to int64. */
const part =
  (pick: (version: SemverVersion) => bigint): Implementation =>
  (a) =>
    a instanceof SemverValue ? intOf(BigInt.asIntN(64, pick(a.version))) : noSuchOverload;

const comparing =
  (answer: (order: number) => Value): Implementation =>
  (a, b) =>
    a instanceof SemverValue && b instanceof SemverValue ? answer(compareSemver(a.version, b.version)) : noSuchOverload;

const pair = [semverType, semverType];

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  {
    name: "semver",
    overloads: [global("string_to_semver", [stringType], semverType, strictly(parse)), global("string_bool_to_semver", [stringType, boolType], semverType, parse)],
    costs: traversalCosts(),
  },
  {
    name: "isSemver",
    overloads: [global("is_semver_string", [stringType], boolType, strictly(isSemver)), global("is_semver_string_bool", [stringType, boolType], boolType, isSemver)],
    costs: traversalCosts(),
  },
  { name: "isGreaterThan", overloads: [member("semver_is_greater_than", pair, boolType, comparing((order) => order === 1))], costs: unitCosts },
  { name: "isLessThan", overloads: [member("semver_is_less_than", pair, boolType, comparing((order) => order === -1))], costs: unitCosts },
  { name: "compareTo", overloads: [member("semver_compare_to", pair, intType, comparing((order) => order))], costs: unitCosts },
  { name: "major", overloads: [member("semver_major", [semverType], intType, part(({ major }) => major))], costs: unitCosts },
  { name: "minor", overloads: [member("semver_minor", [semverType], intType, part(({ minor }) => minor))], costs: unitCosts },
  { name: "patch", overloads: [member("semver_patch", [semverType], intType, part(({ patch }) => patch))], costs: unitCosts },
];

export const semverLibrary: Library = { name: "kubernetes.semver", functions };
