import { internal, rootPath } from "../apimachinery/field-error.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { stringConstants } from "./go/constants.ts";
import { GoSourceError } from "./go/go-error.ts";
import { isNilable, pointerTo, printedType, type GoType } from "./go/go-type.ts";
import { isExported } from "./go/json-fields.ts";
import { Universe } from "./go/universe.ts";
import type { Release } from "./generator/context.ts";
import { Discoverer } from "./generator/discover.ts";
import { checkEmitted, Emitter, hasValidations } from "./generator/emit.ts";
import { GenerationError, TagError } from "./generator/generation-error.ts";
import { lint, type LintWarning } from "./generator/lint.ts";
import { Registry } from "./generator/registry.ts";
import { servedPaths } from "./generator/subresources.ts";
import type { DeclarativeError, ValidateFunc } from "./generator/validations.ts";
import { extractTags } from "./tags/extract.ts";
import { GoPanic } from "./validate/go-panic.ts";
import { decodeGo } from "./validate/json-value.ts";

/** A call of a type's validators. */
export interface ValidationRequest {
  /** The name of the type. */
  readonly type: string;
  readonly operation: "create" | "update";
  readonly object: JsonValue;
  /** The stored object of an update. */
  readonly oldObject?: JsonValue;
  /** The options that are enabled. */
  readonly options?: readonly string[];
  /** Such as `/status`; `/` for the resource itself. */
  readonly subresource?: string;
}

interface RootType {
  readonly type: GoType;
  readonly served: ReadonlySet<string>;
  readonly run: ValidateFunc;
}

/** The validators of a Go file. */
export interface DeclarativeValidators {
  /** The names of the types that have rules, on themselves or below. */
  readonly types: readonly string[];
  /** The names of all exported types. */
  readonly allTypes: readonly string[];
  /** The linter's report as the generator prints it. */
  readonly warning?: string;
  readonly warnings: readonly LintWarning[];
  /**
   * Validates an object (rest.ValidateDeclaratively, ValidateUpdateDeclaratively). A type without rules has no errors;
   * a subresource that is not served is an internal error. Throws a GoPanic where the generated code panics, and a
   * JsonDecodeError for an object that does not fit the type.
   */
  validate(request: ValidationRequest): readonly DeclarativeError[];
}

/**
 * Does what validation-gen of a release does with a Go file, and compiles the result. Throws a GenerationError for
 * source that the generator refuses, on which it panics, or from which it makes code that Go does not build.
 */
export function generateValidators(source: string, release: Release = "1.34"): DeclarativeValidators {
  try {
    return generate(source, release);
  } catch (error) {
    if (error instanceof TagError)
      throw new GenerationError("generate", `failed to generate validations: ${error.message}`, error.line);
    if (error instanceof GoPanic) throw new GenerationError("panic", error.message);
    if (error instanceof GoSourceError) throw new GenerationError("compile", error.message, error.line);
    // The stack is all that limits how deeply tags and expressions may be nested.
    if (error instanceof RangeError) throw new GenerationError("generate", "the source is nested too deeply");
    throw error;
  }
}

/** A type may opt in or out by a tag that is detached from it; otherwise exported ones are generated for. */
function isRoot(type: GoType): boolean {
  const values = extractTags(type.detachedComments)
    .get("k8s:validation-gen")
    ?.map(({ text }) => text.slice("k8s:validation-gen=".length).trim());
  if (values?.length === 1 && values[0] === "false") return false;
  return (values?.length === 1 && values[0] === "true") || isExported(type);
}

function generate(source: string, release: Release): DeclarativeValidators {
  const universe = new Universe(source);
  const types = universe.declaredTypes();
  const emitter = new Emitter(release);
  const registry = new Registry(release, stringConstants(universe));
  const discoverer = new Discoverer(registry, universe.path, emitter.callOf);
  const roots = types.filter(isRoot);
  for (const type of roots) discoverer.discover(type);
  const { report, warnings } = lint(roots);
  const withRules = new Map<string, RootType>();
  for (const type of roots) {
    const node = discoverer.nodes.get(type);
    if (node !== undefined && hasValidations(node))
      withRules.set(type.name, { type, served: servedPaths(type), run: emitter.functionOf(node) });
  }
  checkEmitted([...discoverer.nodes.values()], universe.path);
  return {
    types: [...withRules.keys()],
    allTypes: roots.map((type) => type.name),
    ...(report === undefined ? {} : { warning: report }),
    warnings,
    validate: (request) => validateRoot(withRules.get(request.type), request),
  };
}

function validateRoot(root: RootType | undefined, request: ValidationRequest): readonly DeclarativeError[] {
  if (root === undefined) return [];
  const { type, served, run } = root;
  const { operation, options = [], subresource = "/" } = request;
  if (!served.has(subresource)) {
    const printed = printedType(isNilable(type) ? type : pointerTo(type));
    return [internal(rootPath, `no validation found for ${printed}, subresource: ${subresource}`)];
  }
  const object = decodeGo(type, request.object);
  const old = operation === "update" && request.oldObject !== undefined ? decodeGo(type, request.oldObject) : undefined;
  return run({ type: operation, options }, rootPath, type, object, old);
}
