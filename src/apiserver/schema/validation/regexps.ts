import { BoundedMap } from "../../../apimachinery/bounded-map.ts";

/** A compiled regular expression of RE2, as Go has them. */
export interface Regexp {
  /** True where it matches anywhere in the text. */
  test(text: string): boolean;
}

/** Compiles patterns, each once. Throws an Error with Go's text for what is no pattern. */
export type CompileRegexp = (pattern: string) => Regexp;

/** How many compiled patterns are kept. */
const maxKept = 2000;

/** Code that is loaded once a process: it holds nothing of any server. */
let loading: Promise<CompileRegexp> | undefined;

/** Brings the engine for regular expressions, which is loaded when the first schema needs it. */
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
