import { dedented } from "./dedented.ts";
import type { EmbedFiles } from "./protocol.ts";

/** What stands in the element `<kubepad-embed>` as text. */
export interface WrittenTexts {
  /** The objects to begin with, or a lesson. */
  readonly seed: string | undefined;
  readonly files: EmbedFiles | undefined;
}

/** The languages of seeds, and how the type of a script and generators name them. */
const dataType = /yaml|json|markdown/;
const language = /^(?:ya?ml|json|md|markdown)$/;
const languageClass = /(?:^|\s)language-(?:ya?ml|json|md|markdown)(?:\s|$)/;

/** Elements of a code block that are no part of its text: line numbers, buttons. */
const besides = "button, .ln, .lnt, .lineno, .linenos";

const isMarked = (element: Element): boolean =>
  languageClass.test(element.className) ||
  ["data-lang", "data-language"].some((name) => language.test(element.getAttribute(name) ?? ""));

/** Reports whether a code block is data. Generators mark the language on the block, in it or around it. */
function isData(block: Element, within: Element): boolean {
  if ([...block.querySelectorAll(":scope > code")].some(isMarked)) return true;
  for (let around: Element | null = block; around !== null && around !== within; around = around.parentElement)
    if (isMarked(around)) return true;
  return false;
}

/**
 * Returns the text of a code block. Highlighters put lines into elements of their own, with line breaks as text, as
 * `<br>`, or none.
 */
function textOf(node: Node, before = ""): string {
  let text = before;
  for (const child of node.childNodes) {
    if (child instanceof Text) text += child.data;
    else if (!(child instanceof Element) || child.matches(besides)) continue;
    else if (child.tagName === "BR") text += "\n";
    else if (child.tagName === "DIV") text = ended(textOf(child, ended(text)));
    else text = textOf(child, text);
  }
  return text;
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Returns the scripts and code blocks of an element that are data, in their order, but for those that are empty. */
function blocksIn(element: Element): readonly { readonly block: Element; readonly text: string }[] {
  return [...element.querySelectorAll("script, pre")]
    .filter((block) => {
      if (block instanceof HTMLScriptElement) return dataType.test(block.type);
      return isData(block, element) || fileOf(block, element) !== undefined;
    })
    .map((block) => ({ block, text: dedented(textOf(block)) }))
    .filter(({ text }) => text.trim() !== "");
}

/** The name of the file that a block is, on the block or around it. */
const fileOf = (block: Element, within: Element): string | undefined => {
  const marked = block.closest<HTMLElement>("[data-file]");
  return marked !== null && within.contains(marked) ? marked.dataset["file"] : undefined;
};

/**
 * Returns the texts that an element is written with: its scripts of a data type, or where it has none, its code blocks
 * in YAML, JSON or Markdown. Those with the attribute `data-file` are files, the others make up the seed.
 */
export function textsIn(element: Element): WrittenTexts {
  const blocks = blocksIn(element);
  const files = blocks.flatMap(({ block, text }) => {
    const name = fileOf(block, element);
    return name === undefined ? [] : [[name, text] as const];
  });
  const seeds = blocks.filter(({ block }) => fileOf(block, element) === undefined);
  const scripts = seeds.filter(({ block }) => block instanceof HTMLScriptElement);
  const chosen = scripts.length > 0 ? scripts.slice(0, 1) : seeds;
  return {
    seed: chosen.length === 0 ? undefined : chosen.map(({ text }) => text.trimEnd()).join("\n---\n"),
    files: files.length === 0 ? undefined : Object.fromEntries(files),
  };
}

/** Reports whether an element has the text of an object, but not where `textsIn` finds it. */
export const hasLooseObject = (element: Element): boolean =>
  blocksIn(element).length === 0 && /^[ \t]*(?:apiVersion|kind)[ \t]*:/m.test(element.textContent ?? "");
