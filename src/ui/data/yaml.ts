/** JSON text or YAML text as a value; YAML is loaded when first needed. Rejects with a sentence. */
export async function parseManifest(text: string): Promise<unknown> {
  if (looksLikeJson(text)) return JSON.parse(text);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { version: "1.1", merge: true });
  const [error] = document.errors;
  if (error !== undefined) throw new SyntaxError(error.message);
  return document.toJS();
}

/** A value as YAML, as kubectl prints it: lists not indented, long lines kept. */
export async function printYaml(value: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" });
}

/** A value as indented JSON. */
export const printJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** A value in either language. */
export const print = async (value: unknown, language: Language): Promise<string> =>
  language === "json" ? printJson(value) : printYaml(value);

/** True for text that begins as a JSON document does. */
export const looksLikeJson = (text: string): boolean => /^\s*[{["]/.test(text);

export type Language = "json" | "yaml";

/** The same document in the other language; text that cannot be read stays as it is. */
export async function translate(text: string, to: Language): Promise<string> {
  if (text.trim() === "") return text;
  const value = await parseManifest(text);
  return print(value, to);
}
