import type { KubeObject } from "../../../apimachinery/meta.ts";
import { compileCodec, type TypedCodec } from "../../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../apiserver/schema/builtin/builtin-types.ts";
import { loadRegexEngine } from "../../../apiserver/schema/cel/load-regex-engine.ts";
import { loadRegexps, type CompileRegexp } from "../../../apiserver/schema/validation/regexps.ts";
import { asDefinition } from "../definition.ts";
import { needsOf } from "../definition-needs.ts";
import type * as ruleTools from "./validate-rules.ts";

/** What looks at validation rules. */
export type RuleTools = typeof ruleTools;

/** What the validation of definitions works with. */
export interface ValidationTools {
  readonly compileRegexp: CompileRegexp;
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
  /** Only asked for where a schema has rules. */
  readonly ruleTools: RuleTools;
}

/** Tools that are brought when the first definition needs them. */
export interface LazyTools extends ValidationTools {
  /** Resolves when everything is there that validating these definitions takes; undefined where it is already. */
  load(...definitions: readonly KubeObject[]): Promise<unknown> | undefined;
}

/** Something that is brought once. */
interface Loadable {
  readonly isLoaded: boolean;
  load(): Promise<void>;
}

/** Brings one tool when it is asked for the first time. */
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
