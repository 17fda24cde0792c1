/**
 * The globals available to functions: the language's built-ins and the console. Functions have access only to what they
 * are called with.
 */
// oxfmt-ignore
const kept = [
  "Object", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Date", "RegExp", "Intl",
  "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "Promise", "Proxy", "Reflect", "Iterator",
  "Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError",
  "ArrayBuffer", "DataView", "Uint8Array", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array",
  "Uint8ClampedArray", "BigInt64Array", "BigUint64Array", "Float32Array", "Float64Array",
  "globalThis", "undefined", "NaN", "Infinity", "isNaN", "isFinite", "parseInt", "parseFloat", "console",
  "encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI", "atob", "btoa", "structuredClone",
  "TextEncoder", "TextDecoder", "queueMicrotask",
];

/**
 * Removes all globals except `kept` from the global object and its prototypes, and the ways to evaluate strings as
 * code. It runs before the function's source, but declarations in that source are hoisted and may already shadow
 * globals, so it obtains built-ins from literals only.
 */
const isolate = `const listen = this.addEventListener.bind(this), post = this.postMessage.bind(this);
  const object = {}.constructor, kept = ${JSON.stringify(kept)};
  for (let scope = this; scope !== null && scope !== object.prototype; scope = object.getPrototypeOf(scope)) {
    for (const name of object.getOwnPropertyNames(scope)) if (!kept.includes(name)) delete scope[name];
  }
  for (const made of [function () {}, async function () {}, function* () {}, async function* () {}])
    object.defineProperty(object.getPrototypeOf(made), "constructor", { value: undefined, configurable: false });`;

/** The functions that sources declare: for conversion, and in place of an admission webhook. */
export type FunctionEntry = "convert" | "review";

/** Returns the script of a worker that calls the function that the source declares, once for each list of arguments. */
export const functionScript = (source: string, entry: FunctionEntry): string => `(function () {
  ${isolate}
  const { stringify } = JSON;
  listen("message", async ({ data: { id, calls } }) => {
    try {
      if (typeof ${entry} !== "function") throw new Error("no function named ${entry} is defined");
      const results = [];
      for (const args of calls) results.push(await ${entry}(...args));
      post({ id, text: stringify(results) });
    } catch (error) {
      post({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  });
}).call(this);
${source}
`;

/**
 * Returns a user-facing reason why a source cannot be run, if any. Since no script can disable `import`, the word is
 * rejected unless it is the name of a field.
 */
export const sourceProblem = (source: string): string | undefined =>
  /(?<!(?<!\.)\.)(?<!["'])\bimport\b(?!\s*:)/.test(source)
    ? "a function loads nothing: it may use the word import only as the name of a field"
    : undefined;
