import {
  forbidden,
  internal,
  invalid,
  tooLong,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import { declTypeProvider } from "../../../apiserver/schema/cel/decl-type-provider.ts";
import { simpleDeclType, type DeclType } from "../../../apiserver/schema/cel/decl-type.ts";
import { estimateCost, type SizeEstimator } from "../../../cel/cost/estimator.ts";
import { CompileError, createEnv, type Env } from "../../../cel/env/env.ts";
import { compatibilityMinor, librariesUpTo } from "../../../cel/env/kubernetes.ts";
import { ProgramError } from "../../../cel/interpreter/planned.ts";
import { bindingsLibrary } from "../../../cel/library/bindings.ts";
import { quantityType } from "../../../cel/library/quantity.ts";
import { Program } from "../../../cel/program.ts";
import { anyType, boolType, isExactType, mapOf, stringType, structOf, type Type } from "../../../cel/types/type.ts";

const maxExpressionLength = 10 * 1024;
/** The cost limit of an evaluation and of its estimate (CELSelectorExpressionMaxCost). */
const maxCost = 1_000_000;
const maxAttributes = 32;

const mapDecl = (key: DeclType, element: DeclType): DeclType => ({
  ...simpleDeclType(mapOf(key.type, element.type), 2, maxAttributes),
  key,
  element,
});

/** The values of attributes: of any type, and of limited length. */
const attribute = simpleDeclType(anyType, 1, 64);
const domain = simpleDeclType(stringType, 2, 63);
const id = simpleDeclType(stringType, 2, 32);
const attributes = mapDecl(id, attribute);

/** The fields of a device, with their bounds. */
const fields: readonly (readonly [name: string, type: DeclType])[] = [
  ["driver", simpleDeclType(stringType, 2, 63)],
  ["attributes", mapDecl(domain, attributes)],
  ["capacity", mapDecl(domain, mapDecl(id, simpleDeclType(quantityType, 2)))],
];
const consumableFields = [...fields, ["allowMultipleAllocations", simpleDeclType(boolType, 4, 1)] as const];
/** The release that brought the fields of consumable capacity. */
const consumableSince = 34;

const deviceOf = (own: typeof fields): DeclType => ({
  ...simpleDeclType(structOf("kubernetes.DRADevice"), 2),
  fields: new Map(own),
});
const device = deviceOf(fields);
const consumableDevice = deviceOf(consumableFields);

/** Returns the type at a step of a path; the attributes of a domain are all of one size. */
function step(from: DeclType, name: string): DeclType | undefined {
  if (name === "@items" || name === "@values") return from.element;
  if (name === "@keys") return from.key;
  return from.fields?.get(name) ?? (from.element === attribute ? attribute : undefined);
}

/** The sizes of what can be reached from the variable `device` (dra cel sizeEstimator). */
const sizes: SizeEstimator = ({ path: [variable, ...path] }) => {
  if (variable !== "device") return undefined;
  let current: DeclType | undefined = consumableDevice;
  for (const name of path) current = current && step(current, name);
  return current && { min: 0, max: current.maxElements };
};

const withDevice = (env: Env, type: DeclType): Env =>
  env.extend({ variables: [["device", type.type]], provider: declTypeProvider(type) });

/**
 * Returns the environment of new selectors. The device of consumable capacity is unknown to the previous release, so
 * that new selectors have none unless the compatibility version is raised, as upstream.
 */
function newEnvironment(hasConsumableCapacity: boolean, minor: number): Env {
  const env = createEnv([...librariesUpTo(minor), bindingsLibrary]);
  if (!hasConsumableCapacity) return withDevice(env, device);
  return minor < consumableSince ? env : withDevice(env, consumableDevice);
}

const isTruth = (type: Type): boolean => isExactType(type, boolType) || isExactType(type, anyType);

/** Compiles the selectors of devices (dynamic-resource-allocation/cel compiler). */
export class DeviceExpressions {
  readonly #newSelectors: Env;
  readonly #storedSelectors: Env;

  constructor(hasConsumableCapacity: boolean, compatibility = compatibilityMinor) {
    this.#newSelectors = newEnvironment(hasConsumableCapacity, compatibility);
    this.#storedSelectors = withDevice(createEnv([...librariesUpTo(Infinity), bindingsLibrary]), consumableDevice);
  }

  /** Returns the error of a selector; undefined if it is valid (validateCELSelector). */
  errorOf(expression: string, stored: boolean, path: () => FieldPath): FieldError | undefined {
    if (byteLength(expression) > maxExpressionLength) return tooLong(path(), maxExpressionLength);
    const env = stored ? this.#storedSelectors : this.#newSelectors;
    try {
      const checked = env.compile(expression);
      const { outputType } = checked;
      if (!isTruth(outputType))
        return invalid(path(), expression, `must evaluate to bool or the unknown type, not ${String(outputType)}`);
      new Program(checked, env, { costLimit: maxCost });
      return estimateCost(checked, sizes).max > maxCost
        ? forbidden(path(), "too complex, exceeds cost limit")
        : undefined;
    } catch (error) {
      if (error instanceof CompileError) return invalid(path(), expression, `compilation failed: ${error.message}`);
      if (error instanceof ProgramError) return internal(path(), `program instantiation failed: ${error.message}`);
      throw error;
    }
  }
}
