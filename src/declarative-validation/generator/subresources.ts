import { quoteGo } from "../../apimachinery/go-strings.ts";
import { typeName, type GoType } from "../go/go-type.ts";
import { extractTags } from "../tags/extract.ts";
import { parseTag } from "../tags/parse-tag.ts";
import { TagSyntaxError } from "../tags/tag-scanner.ts";
import { GenerationError } from "./generation-error.ts";

const isSubresource = "k8s:isSubresource";
const supportsSubresource = "k8s:supportsSubresource";

/** Returns what stands behind `=` in each tag of a name, on a type or detached from it. */
function valuesOf(type: GoType, name: string, label: string): readonly string[] {
  const lines = extractTags([...type.detachedComments, ...type.comments]).get(name) ?? [];
  return lines.map(({ text, line }) => {
    try {
      const { args, value } = parseTag(text, true);
      if (args.length > 0 && args[0]?.name !== "")
        throw new TagSyntaxError(`unexpected named argument: ${quoteGo(args[0]?.name ?? "")}`);
      if (args.length > 0 && args[0]?.type !== "string")
        throw new TagSyntaxError(`unexpected argument type: ${args[0]?.type ?? ""}`);
      return value;
    } catch (error) {
      if (!(error instanceof TagSyntaxError)) throw error;
      throw new GenerationError("generate", `Failed to extract ${label} tags: ${error.message}`, line);
    }
  });
}

/** Returns the paths under which a type is validated: `/` and what it supports, or the subresource that it is. */
export function servedPaths(type: GoType): ReadonlySet<string> {
  const supported = valuesOf(type, supportsSubresource, "supportedSubresource");
  const own = valuesOf(type, isSubresource, "isSubresource");
  if (own.length > 1)
    throw new GenerationError(
      "panic",
      `Type ${quoteGo(typeName(type))} contains more than one usage of ${quoteGo(isSubresource)}`,
      type.line,
    );
  return new Set([...supported, own[0] ?? "/"]);
}
