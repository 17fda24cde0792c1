import { readFileSync } from "node:fs";
import type { Code, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** What a block of a recipe says: the whole of a file, or lines to insert beside a line of it. */
export interface RecipeEdit {
  readonly path: string;
  readonly text: string;
  /** The line that begins with a text, and on which side of it the block belongs; undefined for a whole file. */
  readonly beside: { readonly side: "before" | "after"; readonly line: string } | undefined;
}

/** Returns the edits of all recipes of a page of documentation, in their order. */
export const readRecipes = (page: string): readonly RecipeEdit[] =>
  codeOf(fromMarkdown(readFileSync(page, "utf8"))).flatMap(({ meta, value }) => {
    const path = attribute(meta, "title");
    if (path === undefined) return [];
    const sides = (["before", "after"] as const).flatMap((side) => {
      const line = attribute(meta, side);
      return line === undefined ? [] : [{ side, line }];
    });
    return [{ path, text: `${value}\n`, beside: sides[0] }];
  });

/** Returns a file's text after an edit. Throws if the line beside which it belongs is not there exactly once. */
export function applyEdit({ path, text, beside }: RecipeEdit, before: string): string {
  if (beside === undefined) return text;
  const lines = before.split("\n");
  const places = lines.flatMap((line, index) => (line.startsWith(beside.line) ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`${path} has ${places.length} lines that begin with ${JSON.stringify(beside.line)}`);
  return lines.toSpliced(beside.side === "before" ? place : place + 1, 0, text.trimEnd()).join("\n");
}

const codeOf = (node: Root | RootContent): readonly Code[] => {
  if (node.type === "code") return [node];
  return "children" in node ? node.children.flatMap(codeOf) : [];
};

/** Returns the value of `name="value"`, in either kind of quotes. */
function attribute(meta: string | null | undefined, name: string): string | undefined {
  const [, double, single] = new RegExp(`(?:^| )${name}=(?:"([^"]*)"|'([^']*)')`).exec(meta ?? "") ?? [];
  return double ?? single;
}
