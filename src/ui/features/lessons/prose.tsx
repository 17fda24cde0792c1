import { createElement, Fragment, type ReactNode } from "react";
import type { MarkdownNode } from "../../../lessons/lesson.ts";
import { ShownCode } from "./shown-code.tsx";
import { safeLink } from "./safe-link.ts";

/** What links by reference lead to, by the references' names. */
export type Definitions = ReadonlyMap<string, string>;

/** Returns the definitions of a lesson: `[name]: https://example.com`. */
export const definitionsIn = (nodes: readonly MarkdownNode[]): Definitions =>
  new Map(
    nodes.flatMap((node) =>
      node.type === "definition" ? [[textMember(node, "identifier"), textMember(node, "url")] as const] : [],
    ),
  );

/** A node's member that the type of all nodes does not have. */
const member = (node: MarkdownNode, name: string): unknown => Reflect.get(node, name);
const textMember = (node: MarkdownNode, name: string): string => {
  const value = member(node, name);
  return typeof value === "string" ? value : "";
};

/** The deepest nesting that is drawn; below it, only the text is. */
const deepest = 60;

/** Draws a node of a lesson's prose as elements. There is no way from its text to HTML. */
export function Prose({ node, definitions }: { readonly node: MarkdownNode; readonly definitions: Definitions }) {
  return draw(node, definitions, 0);
}

function draw(node: MarkdownNode, definitions: Definitions, depth: number): ReactNode {
  if (depth > deepest) return null;
  const children = (): ReactNode[] =>
    (node.children ?? []).map((child, i) => <Fragment key={i}>{draw(child, definitions, depth + 1)}</Fragment>);
  switch (node.type) {
    case "text":
      return node.value;
    case "paragraph":
      return <p>{children()}</p>;
    case "heading":
      return createElement(headingOf(member(node, "depth")), {}, children());
    case "emphasis":
      return <em>{children()}</em>;
    case "strong":
      return <strong>{children()}</strong>;
    case "inlineCode":
      return <code>{node.value}</code>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "blockquote":
      return <blockquote>{children()}</blockquote>;
    case "list":
      return member(node, "ordered") === true ? <ol>{children()}</ol> : <ul>{children()}</ul>;
    case "listItem":
      return <li>{children()}</li>;
    case "code":
      return <ShownCode text={node.value ?? ""} language={textMember(node, "lang")} />;
    case "link":
      return <ProseLink url={textMember(node, "url")}>{children()}</ProseLink>;
    case "linkReference":
      return <ProseLink url={definitions.get(textMember(node, "identifier")) ?? ""}>{children()}</ProseLink>;
    case "image":
    case "imageReference":
      return textMember(node, "alt");
    case "table":
      return <ProseTable node={node} definitions={definitions} />;
    default:
      return null;
  }
}

/** The page has one heading of the first level, its title. */
const headingOf = (level: unknown): "h2" | "h3" | "h4" => (level === 1 ? "h2" : level === 2 ? "h3" : "h4");

function ProseLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const link = safeLink(url);
  if (link === undefined) return children;
  return link.kind === "page" ? (
    <a href={link.href}>{children}</a>
  ) : (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A table of a lesson. `mark` draws what stands beside a row, by its place from 0, under the heading `marked`. */
export function ProseTable({
  node,
  definitions,
  marked,
  mark,
}: {
  readonly node: MarkdownNode;
  readonly definitions: Definitions;
  readonly marked?: string | undefined;
  readonly mark?: ((row: number) => ReactNode) | undefined;
}) {
  const [head, ...rows] = node.children ?? [];
  const cells = (row: MarkdownNode | undefined): readonly ReactNode[] =>
    (row?.children ?? []).map((cell) =>
      (cell.children ?? []).map((child, i) => <Fragment key={i}>{draw(child, definitions, 1)}</Fragment>),
    );
  return (
    <div className="kp-lesson-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {cells(head).map((cell, i) => (
              <th key={i} scope="col">
                {cell}
              </th>
            ))}
            {mark === undefined ? null : <th scope="col">{marked}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {cells(row).map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
              {mark === undefined ? null : <td>{mark(i)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
