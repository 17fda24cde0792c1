import { looksLikeJson, type Language } from "../../assist/language.ts";

/** Parses JSON or YAML. The YAML parser is loaded on first use. Rejects with a user-facing message. */
export async function parseManifest(text: string): Promise<unknown> {
  if (looksLikeJson(text)) return JSON.parse(text);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { version: "1.1", merge: true });
  const [error] = document.errors;
  if (error !== undefined) throw new SyntaxError(error.message);
  return document.toJS();
}

/** Formats a value as YAML like kubectl: lists are not indented and long lines are not wrapped. */
export async function printYaml(value: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" });
}

/** Formats a value as indented JSON. */
export const printJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Formats a value in the given language. */
export const print = async (value: unknown, language: Language): Promise<string> =>
  language === "json" ? printJson(value) : printYaml(value);

/** Converts a document to the other language. Text that cannot be parsed is returned unchanged. */
export async function translate(text: string, to: Language): Promise<string> {
  if (text.trim() === "") return text;
  const value = await parseManifest(text);
  return print(value, to);
}
