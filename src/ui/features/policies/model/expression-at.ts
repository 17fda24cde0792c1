import type { Document } from "yaml";
import type { Yaml } from "../../../../assist/manifest-places.ts";

/** The expression of a policy that contains the caret. */
export interface ExpressionAt {
  /** The manifest of the policy. */
  readonly policy: unknown;
  /** The field, such as `spec.validations[0].expression`. */
  readonly place: string;
  /** The text of the expression before and after the caret. */
  readonly before: string;
  readonly after: string;
}

/** Names of the fields that hold an expression. */
const expressionFields: ReadonlySet<string> = new Set(["expression", "messageExpression", "valueExpression"]);

/** Finds the expression at an offset of a YAML stream, which may be incomplete. */
export function expressionAt(yaml: Yaml, text: string, offset: number): ExpressionAt | undefined {
  const documents = yaml.parseAllDocuments(text, { version: "1.1", merge: true });
  if (!Array.isArray(documents)) return undefined;
  const document = documents.find(({ range }) => range[0] <= offset && offset <= range[2]);
  const found = document && scalarAt(yaml, document, text, offset);
  return found && { policy: document.toJS(), ...found };
}

type Found = Omit<ExpressionAt, "policy">;

function scalarAt(yaml: Yaml, document: Document.Parsed, text: string, offset: number): Found | undefined {
  let found: Found | undefined;
  yaml.visit(document, {
    Pair(_, pair, path) {
      const { key, value } = pair;
      if (!yaml.isScalar(key) || !expressionFields.has(String(key.value)) || !yaml.isScalar(value)) return undefined;
      const { range } = value;
      if (!range || offset < range[0] || offset > endOf(text, range)) return undefined;
      const end = endOf(text, range);
      const [before, after] = [text.slice(range[0], offset), text.slice(offset, end)];
      found = { place: placeOf(yaml, path, pair), ...sourceOf(value.type ?? "", before, after) };
      return yaml.visit.BREAK;
    },
  });
  return found;
}

/** The end of a scalar, with blanks that follow it on its line: the caret may stand behind them. */
function endOf(text: string, [, end]: readonly [number, number, number]): number {
  let at = end;
  while (text[at] === " ") at += 1;
  return at;
}

/** Turns the parts of a scalar's source into the parts of its value. */
function sourceOf(type: string, before: string, after: string): Pick<Found, "before" | "after"> {
  switch (type) {
    case "QUOTE_SINGLE":
      return { before: before.slice(1).replaceAll("''", "'"), after: after.replace(/'\s*$/, "").replaceAll("''", "'") };
    case "QUOTE_DOUBLE":
      return { before: unescaped(before.slice(1)), after: unescaped(after.replace(/"\s*$/, "")) };
    case "BLOCK_FOLDED":
    case "BLOCK_LITERAL":
      return { before: before.replace(/^[|>][^\n]*\n?/, ""), after };
    default:
      return { before, after };
  }
}

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, "$1");

/** Formats the way to a pair: names with dots, indices of items in brackets. */
function placeOf(yaml: Yaml, ancestors: readonly unknown[], pair: unknown): string {
  const way = [...ancestors, pair];
  const steps = way.map((node, i) => {
    if (yaml.isPair(node)) return yaml.isScalar(node.key) ? `.${String(node.key.value)}` : "";
    return yaml.isSeq(node) ? `[${node.items.indexOf(way[i + 1])}]` : "";
  });
  return steps.join("").slice(1);
}
