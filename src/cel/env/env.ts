import { checkExpr } from "../checker/checker.ts";
import type { Declarations } from "../checker/declarations.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import type { Validator } from "../checker/validator.ts";
import { displayIssues, sortIssues, type Issue } from "../issue.ts";
import { wellKnownTypes } from "../library/well-known-types.ts";
import { macroTable, type Macro, type MacroTable } from "../parser/macro.ts";
import { parseExpr } from "../parser/parse-expr.ts";
import { locationOf } from "../source.ts";
import { typeOf, type Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { mergeFunctions, type FunctionDecl } from "./declarations.ts";
import type { Library } from "./library.ts";
import type { TypeProvider } from "./type-provider.ts";

/** Thrown for an expression that does not compile. The message lists all issues with their source lines. */
export class CompileError extends Error {
  readonly issues: readonly Issue[];
  constructor(text: string, issues: readonly Issue[]) {
    super(displayIssues(text, issues));
    this.name = "CompileError";
    this.issues = sortIssues(issues);
  }
}

export interface EnvExtension {
  readonly variables?: Iterable<readonly [name: string, type: Type]>;
  readonly provider?: TypeProvider;
}

interface EnvParts {
  readonly functions: ReadonlyMap<string, FunctionDecl>;
  readonly macros: MacroTable;
  readonly types: ReadonlyMap<string, Type>;
  readonly variables: ReadonlyMap<string, Type>;
  readonly providers: readonly TypeProvider[];
  readonly validators: readonly Validator[];
}

/** A CEL environment: functions, macros, types and variables. Immutable: `extend` returns a new one. */
export class Env implements Declarations {
  readonly #parts: EnvParts;

  constructor(parts: EnvParts) {
    this.#parts = parts;
  }

  extend({ variables = [], provider }: EnvExtension): Env {
    const { providers } = this.#parts;
    return new Env({
      ...this.#parts,
      variables: new Map([...this.#parts.variables, ...variables]),
      providers: provider === undefined ? providers : [provider, ...providers],
    });
  }

  get variables(): ReadonlyMap<string, Type> {
    return this.#parts.variables;
  }

  get functions(): ReadonlyMap<string, FunctionDecl> {
    return this.#parts.functions;
  }

  findVariable(name: string): Type | undefined {
    return this.#parts.variables.get(name);
  }

  findFunction(name: string): FunctionDecl | undefined {
    return this.#parts.functions.get(name);
  }

  /** Returns the type of a name: `int` itself, not `type(int)`. */
  findType(name: string): Type | undefined {
    return this.#parts.types.get(name) ?? this.#fromProviders((provider) => provider.findStruct(name));
  }

  /** Returns the type of a name that is a value; undefined for names of types that only the checker knows. */
  findTypeValue(name: string): Type | undefined {
    return (
      this.#parts.types.get(name) ??
      this.#fromProviders((provider) => (provider.isNoValue?.(name) === true ? undefined : provider.findStruct(name)))
    );
  }

  findTypeName(name: string): Type | undefined {
    const type = this.findType(name);
    return type && typeOf(type);
  }

  findConstant(name: string): Value | undefined {
    return this.#fromProviders((provider) => provider.findConstant?.(name));
  }

  hasStruct(name: string): boolean {
    return this.#fromProviders((provider) => provider.findStruct(name)) !== undefined;
  }

  findField(struct: string, field: string): Type | undefined {
    return this.#fromProviders((provider) => provider.findField(struct, field));
  }

  /** Returns the provider of a struct type. */
  providerOf(struct: string): TypeProvider | undefined {
    return this.#fromProviders((provider) => (provider.findStruct(struct) === undefined ? undefined : provider));
  }

  #fromProviders<T>(ask: (provider: TypeProvider) => T | undefined): T | undefined {
    for (const provider of this.#parts.providers) {
      const answer = ask(provider);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Parses and checks an expression. Throws CompileError. */
  compile(text: string): CheckedExpr {
    const { checked, issues } = this.analyze(text);
    if (checked === undefined || issues.length > 0) throw new CompileError(text, issues);
    return checked;
  }

  /** Parses and checks an expression. The types found so far are also returned if there are issues. */
  analyze(text: string): { readonly checked: CheckedExpr | undefined; readonly issues: readonly Issue[] } {
    const { parsed, issues } = parseExpr(text, this.#parts.macros);
    if (parsed === undefined) return { checked: undefined, issues };
    const result = checkExpr(parsed, this);
    if (result.issues.length > 0) return result;
    const findings = this.#parts.validators.flatMap((validate) => validate(result.checked));
    return {
      checked: result.checked,
      issues: findings.map(({ at: { offset }, message }) => ({ location: locationOf(text, offset), offset, message })),
    };
  }
}

/** Creates an environment from libraries. Later libraries may add overloads to the functions of earlier ones. */
export function createEnv(libraries: readonly Library[], providers: readonly TypeProvider[] = [wellKnownTypes]): Env {
  const functions = new Map<string, FunctionDecl>();
  const macros: Macro[] = [];
  const types = new Map<string, Type>();
  for (const library of libraries) {
    for (const fn of library.functions ?? []) {
      const known = functions.get(fn.name);
      functions.set(fn.name, known === undefined ? fn : mergeFunctions(known, fn));
    }
    macros.push(...(library.macros ?? []));
    for (const [name, type] of library.types ?? []) types.set(name, type);
  }
  const validators = libraries.flatMap((library) => library.validators ?? []);
  return new Env({ functions, macros: macroTable(macros), types, variables: new Map(), providers, validators });
}
