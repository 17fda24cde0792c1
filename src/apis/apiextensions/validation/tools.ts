import type { KubeObject } from "../../../apimachinery/meta.ts";
import { compileCodec, type TypedCodec } from "../../../apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../apiserver/schema/builtin/builtin-types.ts";
import { loadRegexps, type CompileRegexp } from "../../../apiserver/schema/validation/regexps.ts";

/** What the validation of definitions works with. */
export interface ValidationTools {
  readonly compileRegexp: CompileRegexp;
  /** Codec of meta/v1 ObjectMeta. */
  readonly objectMeta: TypedCodec;
}

/** Tools that are brought when the first definition needs them. */
export interface LazyTools extends ValidationTools {
  /** Resolves when everything is there that validating these definitions takes; undefined where it is already. */
  load(...definitions: readonly KubeObject[]): Promise<unknown> | undefined;
}

export function createLazyTools(): LazyTools {
  let engineOf: CompileRegexp | undefined;
  let objectMeta: TypedCodec | undefined;
  const loadTypes = async (): Promise<void> => {
    const schema = (await loadBuiltinTypes()).metaKind("ObjectMeta");
    if (schema !== undefined) objectMeta = compileCodec(schema);
  };
  const loadEngine = async (): Promise<void> => {
    engineOf = await loadRegexps();
  };
  return {
    load(...definitions) {
      const engine = engineOf === undefined && definitions.some(hasPatterns);
      return engine || objectMeta === undefined ? Promise.all([loadTypes(), engine && loadEngine()]) : undefined;
    },
    compileRegexp: (pattern) => (engineOf ?? notLoaded())(pattern),
    get objectMeta() {
      return objectMeta ?? notLoaded();
    },
  };
}

const hasPatterns = ({ spec }: KubeObject): boolean => JSON.stringify(spec ?? null).includes('"pattern":');

function notLoaded(): never {
  throw new Error("a definition is validated by tools that are not loaded");
}
