import { BoundedMap } from "../../../apimachinery/bounded-map.ts";

/** A compiled RE2 regular expression. */
export interface Regexp {
  /** Reports whether the pattern matches anywhere in the text. */
  test(text: string): boolean;
}

/** Compiles patterns, with a cache. Throws an Error with Go's message for an invalid pattern. */
export type CompileRegexp = (pattern: string) => Regexp;

/** The maximum number of cached patterns. */
const maxKept = 2000;

/** The regular expression engine, loaded once per process. It holds no server state. */
let loading: Promise<CompileRegexp> | undefined;

/** Loads the regular expression engine, when the first schema needs it. */
export function loadRegexps(): Promise<CompileRegexp> {
  loading ??= import("re2js").then(({ RE2JS }) => rememberCompiled((pattern) => RE2JS.compile(pattern)));
  return loading;
}

function rememberCompiled(compile: CompileRegexp): CompileRegexp {
  const compiled = new BoundedMap<string, Regexp>(maxKept);
  return (pattern) => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    const regexp = compile(pattern);
    compiled.set(pattern, regexp);
    return regexp;
  };
}
