/** What the text of a conversion function finds: the language itself, and the console. It is to see objects only. */
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
 * Takes everything but `kept` away from the global object and its prototypes, and what makes code of texts. It runs
 * before the function's text, whose declarations may have replaced global names already: so it begins at literals.
 */
const isolate = `const listen = this.addEventListener.bind(this), post = this.postMessage.bind(this);
  const object = {}.constructor, kept = ${JSON.stringify(kept)};
  for (let scope = this; scope !== null && scope !== object.prototype; scope = object.getPrototypeOf(scope)) {
    for (const name of object.getOwnPropertyNames(scope)) if (!kept.includes(name)) delete scope[name];
  }
  for (const made of [function () {}, async function () {}, function* () {}, async function* () {}])
    object.defineProperty(object.getPrototypeOf(made), "constructor", { value: undefined, configurable: false });`;

/** The script of a worker that converts by a function `convert(object, desiredAPIVersion)`, which the text declares. */
export const functionScript = (source: string): string => `(function () {
  ${isolate}
  const { stringify } = JSON;
  listen("message", async ({ data: { id, objects, desiredAPIVersion } }) => {
    try {
      if (typeof convert !== "function") throw new Error("no function named convert is defined");
      const converted = [];
      for (const object of objects) converted.push(await convert(object, desiredAPIVersion));
      post({ id, text: stringify(converted) });
    } catch (error) {
      post({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  });
}).call(this);
${source}
`;

/**
 * What keeps a text from being run, in a sentence. `import` is the one way out that no script can close: the word is
 * refused wherever it is not the name of a field.
 */
export const sourceProblem = (source: string): string | undefined =>
  /(?<!(?<!\.)\.)(?<!["'])\bimport\b(?!\s*:)/.test(source)
    ? "a conversion function loads nothing: it may use the word import only as the name of a field"
    : undefined;
