import { mapped } from "./shipped-files.ts";

const option =
  /(?:^|\s)(?:-f|--filename|--patch-file|--custom|--from-file)(?:=|\s+)["']?(?:\.\/)?([\w./-]+\.(?:ya?ml|json))(?=["'\s,]|$)/gm;
const fence = /^[ \t>]*(?:`{3,}|~{3,})/m;

/**
 * The path of the file that a block of a page shows: one that a command line below it names, and whose name stands in
 * the prose before or behind the block; or that of the command line right below a manifest, if it is the first one that
 * names the file. Undefined if there is none.
 */
export function fileShown(text: string, start: number, end: number): string | undefined {
  const before = text.slice(0, start);
  const after = text.slice(end).replace(/^[^\n]*/, "");
  const above = before.slice([...before.matchAll(fenceLine)].at(-1)?.index ?? 0);
  const below = after.slice(0, fence.exec(after)?.index);
  const said = new Set(`${above}\n${below}`.match(/(?<![\w.-])[\w.-]+\.(?:ya?ml|json)\b/g));
  const named = [...after.matchAll(option)].map(([, path = ""]) => path);
  const nameOf = (path: string): string => path.split("/").at(-1) ?? "";
  return named.find((path) => said.has(nameOf(path))) ?? usedRightBelow(text.slice(start, end), before, after);
}

/** The path that the command lines of the next block name first, if nothing above names it. */
function usedRightBelow(block: string, before: string, after: string): string | undefined {
  if (!/^[ \t>]*apiVersion:/m.test(block) || !/^[ \t>]*kind:/m.test(block)) return undefined;
  const [opening, closing] = [...after.matchAll(fenceLine)];
  const next = opening === undefined ? "" : after.slice(opening.index, closing?.index);
  const [, path] = next.matchAll(option).next().value ?? [];
  return path === undefined || before.includes(path) ? undefined : path;
}

/** The line of a fence, with its end. */
const fenceLine = /^[ \t>]*(?:```|~~~)[^\n]*\n/gm;

const sample = /\{\{[%<]\s*code(?:_sample|new)?\b[^}\n]{0,300}?\bfile="([^"\n]+)"/g;
/** Where the samples of the Kubernetes documentation are published. */
const samples = "https://k8s.io/examples/";

/**
 * The files that stand for the samples which a page of the Kubernetes documentation includes, by their names: readers
 * save them under these. A name that two of them have stands for none.
 */
export function samplesOf(text: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const found = new Map<string, Set<string>>();
  for (const [, path = ""] of text.matchAll(sample)) {
    const name = path.split("/").at(-1) ?? "";
    found.set(name, (found.get(name) ?? new Set()).add(path.replace(/^\//, "")));
  }
  const entries = [...found].flatMap(([name, [path, other]]) => {
    const target = path === undefined || other !== undefined ? undefined : mapped(files, samples + path);
    return target === undefined ? [] : [name, `./${name}`].map((each) => [each, target] as const);
  });
  return Object.fromEntries(entries);
}
