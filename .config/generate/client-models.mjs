// Reads documentation from the model files of @kubernetes/client-node.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const entities = { "&#39;": "'", "&quot;": '"', "&#x60;": "`", "&#x3D;": "=", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/**
 * Unescapes a comment. Comments are escaped like JavaScript strings, those of operations also as HTML; comment
 * delimiters contain an underscore.
 */
const unescapeText = (text) =>
  text
    .replace(/&(?:#39|quot|#x60|#x3D|lt|gt|amp);/g, (entity) => entities[entity])
    .replace(/\\(["'\\])/g, "$1")
    .replace(/\*_\/_\*/g, "*/*")
    .replace(/\*_\//g, "*/")
    .replace(/\/_\*/g, "/*")
    .trim();

/** Returns the text of a comment, without asterisks and tags. */
function commentText(comment) {
  const lines = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, ""))
    .filter((line) => !/^@|^Defaults to: undefined$/.test(line));
  return unescapeText(lines.join("\n"));
}

const member = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?'([^']+)'\??: /g;

/** Returns `{ V1Pod: { text, fields: { name: text } } }`, fields by JSON name. */
export function readModels(folder) {
  const models = {};
  for (const file of readdirSync(join(folder, "models")).filter((name) => name.endsWith(".d.ts"))) {
    const name = file.slice(0, -".d.ts".length);
    const source = readFileSync(join(folder, "models", file), "utf8");
    const script = readFileSync(join(folder, "models", `${name}.js`), "utf8");
    const start = source.indexOf("export declare class ");
    if (start < 0) continue;
    const jsonNames = new Map(
      [...script.matchAll(/"name": "([^"]+)",\s*"baseName": "([^"]+)"/g)].map(([, own, base]) => [own, base]),
    );
    const heading = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, start));
    const fields = {};
    for (const [, comment, own] of source.slice(start).matchAll(member))
      fields[jsonNames.get(own) ?? own] = comment === undefined ? "" : commentText(comment);
    models[name] = { text: heading === null ? "" : commentText(heading[1]), fields };
  }
  return models;
}

/** Returns a function that reads the parameter texts of an operation such as `CoreV1ApiListNamespacedPod`. */
export function readParameters(folder) {
  const source = readFileSync(join(folder, "types/ObjectParamAPI.d.ts"), "utf8");
  return (operation) => {
    const start = source.indexOf(`export interface ${operation}Request {`);
    if (start < 0) throw new Error(`there is no operation ${operation}`);
    const body = source.slice(start, source.indexOf("\n}", start));
    return Object.fromEntries(
      [...body.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\??: /g)].map(([, comment, name]) => [
        name,
        commentText(comment),
      ]),
    );
  };
}
