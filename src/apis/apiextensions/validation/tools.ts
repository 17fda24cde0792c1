import type { KubeObject } from "../../../apimachinery/meta.ts";
import { compileCodec, type TypedCodec } from "../../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../apiserver/schema/builtin/builtin-types.ts";
import { loadRegexEngine } from "../../../apiserver/schema/cel/load-regex-engine.ts";
import { loadRegexps, type CompileRegexp } from "../../../apiserver/schema/validation/regexps.ts";
import { asDefinition } from "../definition.ts";
import { needsOf } from "../definition-needs.ts";
import type * as ruleTools from "./validate-rules.ts";

/** The code that checks validation rules, loaded on demand. */
export type RuleTools = typeof ruleTools;

/** Tools to validate definitions. */
export interface ValidationTools {
  readonly compileRegexp: CompileRegexp;
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
  /** Read only if a schema has rules. */
  readonly ruleTools: RuleTools;
}

/** Tools that are loaded when the first definition needs them. */
export interface LazyTools extends ValidationTools {
  /** Resolves when the tools needed to validate these definitions are loaded; undefined if they are already. */
  load(...definitions: readonly KubeObject[]): Promise<unknown> | undefined;
}

/** A module that is loaded at most once. */
interface Loadable {
  readonly isLoaded: boolean;
  load(): Promise<void>;
}

/** Loads one tool on first use. */
class LazyTool<T> implements Loadable {
  readonly #bring: () => Promise<T>;
  #tool: T | undefined;

  constructor(bring: () => Promise<T>) {
    this.#bring = bring;
  }

  get isLoaded(): boolean {
    return this.#tool !== undefined;
  }

  async load(): Promise<void> {
    this.#tool ??= await this.#bring();
  }

  get value(): T {
    if (this.#tool === undefined) throw new Error("a definition is validated by tools that are not loaded");
    return this.#tool;
  }
}

async function loadObjectMeta(): Promise<TypedCodec> {
  const schema = (await loadBuiltinTypes()).metaKind("ObjectMeta");
  if (schema === undefined) throw new Error("no type ObjectMeta");
  return compileCodec(schema);
}

export function createLazyTools(): LazyTools {
  const regexps = new LazyTool(loadRegexps);
  const objectMeta = new LazyTool(loadObjectMeta);
  const rules = new LazyTool(() => import("./validate-rules.ts"));
  const patterns = new LazyTool(async () => (await loadRegexEngine(), true));
  return {
    load(...definitions) {
      const unloaded = [objectMeta, regexps, rules, patterns].filter(({ isLoaded }) => !isLoaded);
      if (unloaded.length === 0) return undefined;
      const needs = definitions.map((definition) => needsOf(asDefinition(definition)));
      const isNeeded = new Map<Loadable, boolean>([
        [regexps, needs.some((need) => need.patterns)],
        [rules, needs.some((need) => need.rules)],
        [patterns, needs.some((need) => need.rulesWithPatterns)],
      ]);
      const missing = unloaded.filter((tool) => isNeeded.get(tool) ?? true);
      return missing.length === 0 ? undefined : Promise.all(missing.map((tool) => tool.load()));
    },
    compileRegexp: (pattern) => regexps.value(pattern),
    get objectMeta() {
      return objectMeta.value;
    },
    get ruleTools() {
      return rules.value;
    },
  };
}
