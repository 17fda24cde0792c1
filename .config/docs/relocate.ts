import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "rolldown/utils";
import { isNode, type SyntaxNode } from "./exported.ts";

/** The path that the generator builds the site for. No page has it otherwise. */
export const builtBase = "/kubepad-docs-base/";

const variable = "globalThis.kubepadDocsBase";

/**
 * Makes a built site independent of the path that it is served under. Pages and styles name files by relative paths;
 * scripts ask for the path, which a page reads off its own address. Links of a page become absolute before the site's
 * script takes it over, since a link that stays while the reader goes to a page in another folder would lead elsewhere.
 * Throws if the path that the site was built for is left anywhere.
 */
export function relocate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:html|js|css|json)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, "utf8");
    if (!text.includes(builtBase)) continue;
    const toRoot = relative(entry.parentPath, folder).replaceAll("\\", "/");
    const written = relocated(entry.name, text, toRoot === "" ? "./" : `${toRoot}/`);
    if (written.includes(builtBase)) throw new Error(`${file} depends on the path of the site`);
    writeFileSync(file, written);
  }
}

function relocated(name: string, text: string, toRoot: string): string {
  if (name.endsWith(".js")) return script(name, text);
  if (!name.endsWith(".html")) return text.replaceAll(builtBase, toRoot);
  return text
    .split(/(<script\b[^>]*>[^]*?<\/script>)/)
    .map((part) => {
      const [, open = "", code = "", close = ""] = /^(<script\b[^>]*>)([^]*?)(<\/script>)$/.exec(part) ?? [];
      return (
        open.replaceAll(builtBase, toRoot) +
        (open === "" ? part.replaceAll(builtBase, toRoot) : script(name, code)) +
        close
      );
    })
    .join("")
    .replace("<head>", `<head>\n    <script>${readsBase(toRoot)}</script>`)
    .replace("</body>", `<script>${makesAbsolute}</script></body>`);
}

const readsBase = (toRoot: string): string => `${variable}=new URL(${JSON.stringify(toRoot)},location.href).pathname`;

const makesAbsolute = `document.querySelectorAll("a[href]").forEach((a)=>a.setAttribute("href",a.getAttribute("href").replace(/^[^#:]+(?=#|$)/,(h)=>new URL(h,location.href).pathname)))`;

/** Replaces the path in the strings and templates of a script. */
function script(name: string, code: string): string {
  if (!code.includes(builtBase)) return code;
  const { program } = parseSync(`${name}.js`, code);
  let result = "";
  let last = 0;
  for (const node of textsIn(program as unknown as SyntaxNode)) {
    const raw = code.slice(node.start, node.end);
    result += code.slice(last, node.start);
    result += node.type === "Literal" ? literal(String(node["value"])) : raw.replaceAll(builtBase, `\${${variable}}`);
    last = node.end;
  }
  return result + code.slice(last);
}

const literal = (value: string): string =>
  `(${value
    .split(builtBase)
    .map((part) => JSON.stringify(part).replaceAll("</", "<\\/"))
    .join(`+${variable}+`)})`;

/** Returns the strings and parts of templates with the path, in their order. */
function textsIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === "Literal") return String(node["value"]).includes(builtBase) ? [node] : [];
  if (node.type === "TemplateElement") {
    const value = node["value"];
    return JSON.stringify(value).includes(builtBase) ? [node] : [];
  }
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .flatMap(textsIn)
    .toSorted((one, other) => one.start - other.start);
}
