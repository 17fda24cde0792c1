import { parseAst } from "rolldown/parseAst";

const helper = "\0imports-in-order";

const helperCode = `let last = Promise.resolve();
export const inOrder = (load) => (last = last.then(load, load));
`;

/**
 * Lets modules that are loaded later be loaded one after the other. On Node 20 and 22, Jest cannot link two modules
 * that are imported at the same time and share a third one: "request for './a.js' is not in cache".
 */
export const importsInOrder = {
  name: "imports-in-order",
  resolveId: (id) => (id === helper ? id : undefined),
  load: (id) => (id === helper ? helperCode : undefined),
  transform(code, id) {
    if (!/\bimport\s*\(/.test(code) || !id.endsWith(".ts")) return undefined;
    const found = importsOf(parseAst(code, { lang: "ts" }));
    if (found.length === 0) return undefined;
    let text = "";
    let end = 0;
    for (const node of found) {
      text += `${code.slice(end, node.start)}importsInOrder(() => ${code.slice(node.start, node.end)})`;
      end = node.end;
    }
    return `import { inOrder as importsInOrder } from ${JSON.stringify(helper)};\n${text}${code.slice(end)}`;
  },
};

/** Returns the dynamic imports below a node in the order of the text. */
function importsOf(node) {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(importsOf);
  return node.type === "ImportExpression" ? [node] : Object.values(node).flatMap(importsOf);
}
