const reserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};
const unescapes: ReadonlyMap<string, string> = new Map([
  ["underscores", "__"],
  ["dot", "."],
  ["dash", "-"],
  ["slash", "/"],
]);

/** Reports whether a name is a reserved word of CEL that may still be selected as a field. */
export const isReservedWord = (name: string): boolean => reserved.has(name);

/** Returns the escaped name of a property in expressions; undefined for names that cannot be accessed (cel.Escape). */
export function escapePropertyName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(name)) return name;
  if (!/^[A-Za-z_./-]/.test(name) || /[^A-Za-z0-9_./-]/.test(name)) return undefined;
  return name.replace(/__|[-./]/g, (part) => escapes[part] ?? part);
}

/** Returns the property that an escaped name refers to; undefined for an invalid name (cel.Unescape). */
export function unescapePropertyName(name: string): string | undefined {
  if (!name.includes("__")) return name;
  let isGood = true;
  const plain = name.replace(/__([^_]+)__/g, (all, word: string) => {
    const known = unescapes.get(word);
    if (known !== undefined) return known;
    if (!reserved.has(word) || all.length !== name.length) isGood = false;
    return word;
  });
  return isGood ? plain : undefined;
}
