import { rootPath, type FieldPath } from "../../apimachinery/field-error.ts";
import { isNilable, nonPointer, pointerTo, printedType, typeName, type GoType } from "../go/go-type.ts";
import { equalityOf } from "../validate/equality.ts";
import { nilDereference } from "../validate/go-panic.ts";
import { fieldOf, type GoValue } from "../validate/go-value.ts";
import type { Release } from "./context.ts";
import { GenerationError } from "./generation-error.ts";
import type { FieldNode, TypeNode } from "./type-graph.ts";
import {
  isEmpty,
  type Check,
  type DeclarativeError,
  type Operation,
  type ValidateFunc,
  type Validations,
} from "./validations.ts";

/** Reports whether a type has rules, or uses types that have (validation-gen's hasValidations). */
export function hasValidations(node: TypeNode | undefined, seen = new Set<TypeNode>()): boolean {
  if (node === undefined || seen.has(node)) return false;
  seen.add(node);
  if (!isEmpty(node.validations)) return true;
  return (
    node.fields.some((field) => !isEmpty(field.validations) || hasValidations(field.node, seen)) ||
    [node.key, node.elem, node.underlying].some((child) => hasValidations(child?.node, seen))
  );
}

/** The iterations of a list or map that are emitted: those over types that have rules. */
function emittedIterations(
  container: TypeNode,
  { keyIterations, valIterations }: Pick<FieldNode, "keyIterations" | "valIterations">,
): readonly Check[] {
  const ofKeys = container.type.kind === "Map" && hasValidations(container.key?.node);
  return [
    ...(ofKeys ? keyIterations.checks : []),
    ...(hasValidations(container.elem?.node) ? valIterations.checks : []),
  ];
}

/** Checks that end each other; of `stopsAtFirst`, the first that fails is the last to run. */
interface Cohort {
  readonly checks: readonly Check[];
  readonly stopsAtFirst: boolean;
  /** Whether it ends the whole function. */
  readonly isDefault: boolean;
}

/** Runs cohorts one after another; returns true if the function ends. */
function runCohorts(
  cohorts: readonly Cohort[],
  errors: DeclarativeError[],
  ...args: Parameters<ValidateFunc>
): boolean {
  for (const cohort of cohorts) if (runChecks(cohort, errors, ...args) && cohort.isDefault) return true;
  return false;
}

/** Runs checks, those that end the rest first; returns true if one of them did. */
function runChecks(
  { checks, stopsAtFirst }: Cohort,
  errors: DeclarativeError[],
  ...args: Parameters<ValidateFunc>
): boolean {
  let ends = false;
  for (const { run, shortCircuit, nonError, sources } of checks) {
    if (ends && shortCircuit !== true) return true;
    const found = run(...args);
    if (nonError !== true)
      for (const error of found)
        errors.push(error.sources === undefined && sources !== undefined ? { ...error, sources } : error);
    if (shortCircuit !== true || found.length === 0) continue;
    if (stopsAtFirst) return true;
    ends = true;
  }
  return ends;
}

/** Groups checks as a release does: v1.34 knows one cohort, v1.35 one for each subfield and item besides. */
function cohortsOf({ checks }: Validations, release: Release): readonly Cohort[] {
  if (release === "1.34") return [{ checks: inOrder(checks), stopsAtFirst: true, isDefault: true }];
  const names = new Set(["", ...checks.map(({ cohort = "" }) => cohort)]);
  return [...names].map((name) => ({
    checks: inOrder(checks.filter(({ cohort = "" }) => cohort === name)),
    stopsAtFirst: false,
    isDefault: name === "",
  }));
}

const iterated = (checks: readonly Check[]): Cohort => ({ checks, stopsAtFirst: true, isDefault: false });

const inOrder = (checks: readonly Check[]): readonly Check[] => [
  ...checks.filter((check) => check.shortCircuit === true),
  ...checks.filter((check) => check.shortCircuit !== true),
];

/** Returns whether an update leaves a value as it was; then its rules are not looked at again. */
function ratchet(type: GoType): (op: Operation, value: GoValue, old: GoValue) => boolean {
  const isEqual = equalityOf(type, true);
  return (op, value, old) => op.type === "update" && (value === old || isEqual(value, old));
}

/** Compiles the functions of types, each once. */
export class Emitter {
  readonly #functions = new Map<TypeNode, ValidateFunc>();
  readonly #release: Release;

  constructor(release: Release) {
    this.#release = release;
  }

  /** Returns a check that calls a type's function, which is compiled when it is first called. */
  readonly callOf = (node: TypeNode): Check => ({ run: (...args) => this.functionOf(node)(...args) });

  /** Returns the function of a type: its own rules, then those of what it consists of. */
  functionOf(node: TypeNode): ValidateFunc {
    const known = this.#functions.get(node);
    if (known !== undefined) return known;
    const run = this.#typeFunction(node);
    this.#functions.set(node, run);
    return run;
  }

  #typeFunction(node: TypeNode): ValidateFunc {
    const list = node.underlying?.node;
    const own = isEmpty(node.validations)
      ? undefined
      : {
          isUnchanged: ratchet(node.type),
          cohorts: [
            ...cohortsOf(node.validations, this.#release),
            ...(list === undefined ? [] : [iterated(emittedIterations(list, node))]),
          ],
        };
    let fields: readonly ValidateFunc[] | undefined;
    return (op, path, type, value, old) => {
      if (own?.isUnchanged(op, value, old) === true) return [];
      const errors: DeclarativeError[] = [];
      if (own !== undefined && runCohorts(own.cohorts, errors, op, path, type, value, old)) return errors;
      fields ??= node.fields.flatMap((field) => this.#fieldFunction(field) ?? []);
      for (const field of fields) for (const error of field(op, path, type, value, old)) errors.push(error);
      return errors;
    };
  }

  /** Returns what is emitted for a field, or undefined for nothing. */
  #fieldFunction(field: FieldNode): ValidateFunc | undefined {
    const { type, node, member } = field;
    const cohorts = cohortsOf(field.validations, this.#release);
    const isContainer = node?.type.kind === "Slice" || node?.type.kind === "Map";
    const iterations = iterated(isContainer ? emittedIterations(node, field) : []);
    const call = node?.hasFunction === true && hasValidations(node) ? this.functionOf(node) : undefined;
    const hasRules = !isEmpty(field.validations);
    if (!hasRules && iterations.checks.length === 0 && call === undefined) return undefined;
    const isUnchanged = hasRules || iterations.checks.length > 0 ? ratchet(type) : undefined;
    const pathOf = fieldPathOf(field);
    const valueType = nonPointer(type);
    return (op, path, _, struct, oldStruct) => {
      if (struct === undefined) throw nilDereference();
      const value = fieldOf(struct, member.name);
      const old = fieldOf(oldStruct, member.name);
      if (isUnchanged?.(op, value, old) === true) return [];
      const at = pathOf(path);
      const errors: DeclarativeError[] = [];
      if (runCohorts(cohorts, errors, op, at, valueType, value, old)) return errors;
      runChecks(iterations, errors, op, at, valueType, value, old);
      return call === undefined ? errors : [...errors, ...call(op, at, valueType, value, old)];
    };
  }
}

/** A field without a JSON name adds nothing to a path, but its type's name at the root. */
function fieldPathOf({ jsonName, type }: FieldNode): (path: FieldPath) => FieldPath {
  if (jsonName !== "") return (path) => path.child(jsonName);
  const leaf = nonPointer(type);
  const name = printedType(leaf).startsWith(`${leaf.pkg}.`) ? leaf.name : printedType(leaf);
  return (path) => (path === rootPath ? path.child(name) : path);
}

/** Refuses what the generator cannot emit, and what it emits and Go does not build. Throws a GenerationError. */
export function checkEmitted(nodes: readonly TypeNode[], pkg: string): void {
  const emitted = nodes
    .filter((node) => node.type.kind === "Struct" || node.type.kind === "Alias")
    .filter((node) => hasValidations(node))
    .toSorted((a, b) => (typeName(a.type) < typeName(b.type) ? -1 : 1));
  for (const node of emitted)
    for (const { type, node: child, member } of node.fields)
      if (child?.type.kind === "Interface")
        throw new GenerationError(
          "panic",
          `unhandled type: ${typeName(child.type)} (kind Interface)`,
          type.line || member.line,
        );
  for (const node of emitted) checkBuilds(node, pkg);
  refuseRedeclared(emitted);
}

/** Each variable that is emitted for a type or its fields needs a name of its own. */
function refuseRedeclared(nodes: readonly TypeNode[]): void {
  const names = new Set<string>();
  for (const { type, validations, fields } of nodes)
    for (const name of [validations, ...fields.map((field) => field.validations)].flatMap(
      (all) => all.variables ?? [],
    )) {
      if (names.has(name)) throw new GenerationError("compile", `${name} redeclared in this block`, type.line);
      names.add(name);
    }
}

function checkBuilds(node: TypeNode, pkg: string): void {
  refuseChecks(node.validations, node.type, node.type.line);
  for (const field of node.fields) {
    refuseChecks(field.validations, field.type, field.member.line);
    const hasCode = !isEmpty(field.validations) || hasValidations(field.node);
    if (!hasCode) continue;
    if (field.node?.type.kind === "Struct" && !field.node.hasFunction)
      throw new GenerationError("compile", "syntax error: unexpected (", field.member.line);
    const miswritten = miswrittenType(field, pkg);
    if (miswritten !== undefined) throw new GenerationError("compile", miswritten, field.member.line);
  }
}

function refuseChecks({ checks }: Validations, type: GoType, line: number): void {
  for (const { refusal, sources } of checks) {
    const reason = refusal?.(type);
    if (reason !== undefined) throw new GenerationError("compile", reason, sources?.[0]?.line ?? line);
  }
}

/** The generator writes byte for int8, which is another type. */
function miswrittenType({ member, type }: FieldNode, pkg: string): string | undefined {
  if (member.writtenType === undefined || !/(?:^|[*\]])int8$/.test(member.writtenType)) return undefined;
  const wanted = printedType(isNilable(type) ? type : pointerTo(type)).replace(`${pkg}.`, "");
  const given = isNilable(type) ? member.writtenType : `*${member.writtenType}`;
  return `cannot use ${isNilable(type) ? "" : "&"}obj.${member.name} (value of type ${given}) as ${wanted.replace("uint8", "byte")} value in argument to func(fldPath *field.Path, obj, oldObj ${wanted.replace("uint8", "byte")}) (errs field.ErrorList) {…}`;
}
