import type { CelBoundEdit } from "../../../client/cel.ts";

/** Returns the path of a schema node within the schema document. */
const keysOf = (path: readonly string[]): readonly string[] =>
  path.flatMap((step) =>
    step === "[*]" ? ["items"] : step === "{*}" ? ["additionalProperties"] : ["properties", step],
  );

/** Adds bounds to a schema's text. The rest of the text, including comments, is preserved. */
export async function withBounds(schema: string, edits: readonly CelBoundEdit[]): Promise<string> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(schema, { version: "1.1" });
  for (const { path, keyword, value } of edits) document.setIn([...keysOf(path), keyword], value);
  return document.toString({ indentSeq: false, lineWidth: 0, flowCollectionPadding: false });
}
