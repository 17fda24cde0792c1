import { CompileError, createEnv, type Env } from "../../../cel/env/env.ts";
import { createEnvSet, librariesUpTo, perCallLimit, type EnvSet } from "../../../cel/env/kubernetes.ts";
import { ProgramError } from "../../../cel/interpreter/planned.ts";
import { authorizerType, resourceCheckType } from "../../../cel/library/authorizer.ts";
import { jsonPatchLibrary } from "../../../cel/library/json-patch.ts";
import { Program } from "../../../cel/program.ts";
import type { TypeProvider } from "../../../cel/env/type-provider.ts";
import {
  boolType,
  dynType,
  isExactType,
  listOf,
  mapOf,
  nullType,
  stringType,
  structOf,
  type Type,
} from "../../../cel/types/type.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import type { DeclType } from "../../schema/cel/decl-type.ts";
import { declTypeProvider } from "../../schema/cel/decl-type-provider.ts";
import { applyConfigurationType, jsonPatchType, patchTypes } from "./patch-types.ts";
import { namespaceType, requestType, variableTypes } from "./variable-types.ts";

/** An expression with what it returns. */
export interface ExpressionAccessor {
  readonly expression: string;
  /** The possible types; undefined if any type will do. */
  readonly returnTypes: readonly Type[] | undefined;
}

/** The variables that some expressions have and others have not (cel.OptionalVariableDeclarations). */
export interface OptionalVariableDeclarations {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether expressions can construct objects and JSON patches. */
  readonly hasPatchTypes?: boolean;
}

/** A compiled expression or its compilation error (cel.CompilationResult). */
export interface CompilationResult {
  readonly expression: string;
  readonly program?: Program;
  readonly outputType?: Type;
  /** The error for status and messages. */
  readonly error?: string;
}

export const condition = (expression: string): ExpressionAccessor => ({ expression, returnTypes: [boolType] });
export const message = (expression: string): ExpressionAccessor => ({ expression, returnTypes: [stringType] });
export const auditAnnotation = (expression: string): ExpressionAccessor => ({
  expression,
  returnTypes: [stringType, nullType],
});
export const variable = (expression: string): ExpressionAccessor => ({ expression, returnTypes: undefined });
export const jsonPatch = (expression: string): ExpressionAccessor => ({
  expression,
  returnTypes: [listOf(jsonPatchType)],
});
export const applyConfiguration = (expression: string): ExpressionAccessor => ({
  expression,
  returnTypes: [applyConfigurationType],
});

/** The name of the variable whose members are the variables of a policy. */
export const variablesTypeName = "kubernetes.variables";
const variablesType = structOf(variablesTypeName);

/** The environments for admission: those of all expressions, and those with the patch library. */
interface AdmissionEnvironments {
  readonly plain: EnvSet;
  readonly patching: EnvSet;
}

/** Environments by release. They are immutable, and there is at most one per release that can be emulated. */
const environments = new Map<number | undefined, AdmissionEnvironments>();

function environmentsFor(compatibility: number | undefined): AdmissionEnvironments {
  const known = environments.get(compatibility);
  if (known !== undefined) return known;
  const withPatches = (minor: number): Env =>
    createEnv([...librariesUpTo(minor), jsonPatchLibrary]).extend({ provider: patchTypes });
  const plain = createEnvSet(compatibility);
  const made = {
    plain,
    patching: { newExpressions: withPatches(compatibility ?? 33), storedExpressions: withPatches(Infinity) },
  };
  environments.set(compatibility, made);
  return made;
}

/** Options of a compiler. */
export interface ExpressionCompilerOptions {
  /** Whether the expressions are new, so that only what the previous release supports may be used. */
  readonly age: "new" | "stored";
  readonly compatibility?: number | undefined;
  /** The types of `object` and `params`, for type checking only; any value by default. */
  readonly types?: { readonly object: DeclType; readonly params: DeclType | undefined } | undefined;
  /** Whether there are no variables, as in match conditions (cel.NewCompiler in place of a CompositedCompiler). */
  readonly alone?: boolean;
}

/**
 * Compiles the expressions of one policy, whose variables build on each other (cel.CompositedCompiler).
 */
export class ExpressionCompiler {
  readonly #options: ExpressionCompilerOptions;
  readonly #variables = new Map<string, CompilationResult>();
  readonly #environments = new Map<string, Env>();

  constructor(options: ExpressionCompilerOptions) {
    this.#options = options;
  }

  /** The compiled variables by name. */
  get variables(): ReadonlyMap<string, CompilationResult> {
    return this.#variables;
  }

  /** Compiles a variable; later expressions can use it as `variables.<name>`. */
  addVariable(name: string, expression: string, declarations: OptionalVariableDeclarations): CompilationResult {
    const result = this.compile(variable(expression), declarations);
    this.#variables.set(name, result);
    return result;
  }

  compile(
    { expression, returnTypes }: ExpressionAccessor,
    declarations: OptionalVariableDeclarations,
  ): CompilationResult {
    const env = this.environment(declarations);
    try {
      const checked = env.compile(expression);
      const { outputType } = checked;
      const problem = returnTypes && typeProblem(outputType, returnTypes);
      if (problem !== undefined) return { expression, error: problem };
      return { expression, outputType, program: new Program(checked, env, { costLimit: perCallLimit }) };
    } catch (error) {
      if (error instanceof CompileError) return { expression, error: `compilation failed: ${error.message}` };
      if (error instanceof ProgramError) return { expression, error: `program instantiation failed: ${error.message}` };
      throw error;
    }
  }

  /** Returns why an expression does not fit the types of its variables; undefined if it does. */
  typeProblem(expression: string, declarations: OptionalVariableDeclarations): string | undefined {
    try {
      this.environment(declarations).compile(expression);
      return undefined;
    } catch (error) {
      if (error instanceof CompileError) return error.message;
      throw error;
    }
  }

  /** Returns the environment of expressions with these variables. */
  environment(declarations: OptionalVariableDeclarations): Env {
    const { hasParams, hasAuthorizer, hasPatchTypes = false } = declarations;
    const key = `${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
    const known = this.#environments.get(key);
    if (known !== undefined) return known;
    const { plain, patching } = environmentsFor(this.#options.compatibility);
    const set = hasPatchTypes ? patching : plain;
    const base = this.#options.age === "new" ? set.newExpressions : set.storedExpressions;
    const { types } = this.#options;
    const own = types === undefined ? [] : [types.object, ...(types.params === undefined ? [] : [types.params])];
    const env = own
      .reduce((known, type) => known.extend({ provider: declTypeProvider(type) }), base)
      .extend({ variables: this.#declared(declarations), provider: declared })
      .extend({ provider: this.#variablesProvider() });
    this.#environments.set(key, env);
    return env;
  }

  #declared({ hasParams, hasAuthorizer }: OptionalVariableDeclarations): readonly (readonly [string, Type])[] {
    const { types } = this.#options;
    const object = types?.object.type ?? dynType;
    return [
      ["object", object],
      ["oldObject", object],
      ["namespaceObject", namespaceType.type],
      ["request", requestType.type],
      ...(this.#options.alone === true ? [] : [["variables", variablesType] as const]),
      ...(hasParams ? [["params", types?.params?.type ?? dynType] as const] : []),
      ...(hasAuthorizer
        ? [["authorizer", authorizerType] as const, ["authorizer.requestResource", resourceCheckType] as const]
        : []),
    ];
  }

  /** Provides the type of `variables`, with the variables compiled so far. */
  #variablesProvider(): TypeProvider {
    return {
      isNoValue: () => true,
      findStruct: (name) => (name === variablesTypeName ? variablesType : undefined),
      findField: (struct, field) => {
        const found = struct === variablesTypeName ? this.#variables.get(field) : undefined;
        return found && (found.outputType === undefined ? dynType : declaredAs(found.outputType));
      },
      newValue: (struct) => new EvalError(`unknown type '${struct}'`),
    };
  }
}

const declared = declTypeProvider(...variableTypes);

/**
 * Returns the type that a variable of a type is declared with: types of objects and opaque types are forgotten
 * (cel.convertCelTypeToDeclType).
 */
function declaredAs(type: Type): Type {
  switch (type.kind) {
    case "list":
      return listOf(declaredAs(type.element));
    case "map":
      return mapOf(declaredAs(type.element), declaredAs(type.valueType));
    case "struct":
    case "opaque":
    case "error":
    case "type":
    case "typeParam":
      return dynType;
    default:
      return type.nullable ? dynType : type;
  }
}

/** Describes a result that has none of the expected types. */
function typeProblem(type: Type, expected: readonly Type[]): string | undefined {
  if (expected.some((one) => isExactType(type, one))) return undefined;
  const [only] = expected;
  return expected.length === 1 && only !== undefined
    ? `must evaluate to ${String(only)} but got ${String(type)}`
    : `must evaluate to one of [${expected.join(" ")}] but got ${String(type)}`;
}
