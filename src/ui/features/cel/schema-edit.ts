import type { CelBoundEdit } from "../../../client/cel.ts";

/** Where in the text of a schema a node lies. */
const keysOf = (path: readonly string[]): readonly string[] =>
  path.flatMap((step) =>
    step === "[*]" ? ["items"] : step === "{*}" ? ["additionalProperties"] : ["properties", step],
  );

/** The schema's text with bounds stated; everything else, comments too, stays as it is written. */
export async function withBounds(schema: string, edits: readonly CelBoundEdit[]): Promise<string> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(schema, { version: "1.1" });
  for (const { path, keyword, value } of edits) document.setIn([...keysOf(path), keyword], value);
  return document.toString({ indentSeq: false, lineWidth: 0, flowCollectionPadding: false });
}
