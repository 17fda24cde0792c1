import type { JsonObject } from "../../apimachinery/json/value.ts";
import { pushAll } from "../../apimachinery/long-lists.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { cleanPath } from "../../apimachinery/clean-path.ts";
import { isWebAddress } from "../../component-base/parse-web-url.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError, throwAll } from "../kubectl-error.ts";
import type { Files } from "../session.ts";

/** A file of manifests. */
export interface Source {
  readonly name: string;
  readonly text: string;
  /** The object of the text, where it was read before. */
  readonly value?: JsonObject | undefined;
}

const isManifest = (name: string): boolean => /\.(?:json|yaml|yml)$/.test(name);

/** Reads the files of `-f`, `-k` and `-R`. Throws a KubectlError in kubectl's words. */
export async function readSources(invocation: Invocation): Promise<readonly Source[]> {
  const { flags, session, stdin, piped, err } = invocation;
  if (flags.text("kustomize") !== "") {
    if (flags.list("filename").length > 0) throw new KubectlError("only one of -f or -k can be specified");
    const { buildKustomization } = await import("../kustomize/build.ts");
    const name = flags.text("kustomize");
    return [{ name, text: await buildKustomization({ files: session.files, warn: err }, name) }];
  }
  const sources: Source[] = [];
  const errors: unknown[] = [];
  for (const path of flags.list("filename")) {
    try {
      const isInput = path === "-" || path === "/dev/stdin";
      const paths = isInput ? [] : await expanded(session.files, path);
      if (isInput) sources.push({ name: path === "-" ? "STDIN" : path, text: stdin, value: piped });
      for (const each of paths) pushAll(sources, await readPath(invocation, each));
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
  return sources;
}

/** Throws what kubectl says of files that cannot be read. */
export async function checkFiles(invocation: Invocation): Promise<void> {
  if (invocation.flags.text("kustomize") === "") await readSources(invocation);
}

/** The paths that a pattern stands for, or the path itself (resource.expandIfFilePattern). Throws a KubectlError. */
async function expanded(files: Files, path: string): Promise<readonly string[]> {
  if (isWebAddress(path) || !/[*?[]/.test(path) || (await files.read(path)) !== undefined) return [path];
  const isRooted = path.startsWith("/");
  let found: readonly string[] = [isRooted ? "/" : ""];
  for (const part of path.split("/").filter((each) => each !== "")) {
    const pattern = patternOf(path, part);
    const next = await Promise.all(found.map((folder) => childrenOf(files, folder, pattern)));
    found = next.flat();
  }
  if (found.length === 0) throw new KubectlError(`the path ${quoteGo(path)} does not exist`);
  return found;
}

/** The names in a folder, files and folders, that a pattern takes. */
async function childrenOf(files: Files, folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = (await files.list(folder === "" ? "." : folder)) ?? [];
  const children = [...new Set(names.map((name) => name.split("/", 1)[0] ?? ""))];
  return children
    .filter((name) => pattern.test(name))
    .map((name) => folder + (/^$|\/$/.test(folder) ? "" : "/") + name);
}

/** A part of a pattern as filepath.Match reads it. Throws a KubectlError for one that is none. */
function patternOf(whole: string, part: string): RegExp {
  const source = part.replace(/\[\^?(?:\\.|[^\]\\])+(\]?)|\\.|[\s\S]/g, (token, end: string | undefined) => {
    if (token === "*") return ".*";
    if (token === "?") return ".";
    if (token.length > 1 && end !== "") return token;
    if (token.startsWith("[") || token === "\\")
      throw new KubectlError(`pattern ${quoteGo(whole)} is not valid: syntax error in pattern`);
    return token.replace(/[$()+.\]^{|}]/, "\\$&");
  });
  return new RegExp(`^${source}$`, "su");
}

async function readPath({ session, flags }: Invocation, path: string): Promise<readonly Source[]> {
  const text = await session.files.read(path);
  if (text !== undefined) return [{ name: path, text }];
  if (isWebAddress(path)) {
    const reason = session.files.whyUnread?.(path) ?? "files of other servers cannot be read here";
    throw new KubectlError(`unable to read URL ${quoteGo(path)}: ${reason}`);
  }
  const names = await session.files.list(path);
  if (names === undefined) throw new KubectlError(`the path ${quoteGo(path)} does not exist`);
  const direct = names.filter((name) => isManifest(name) && (flags.bool("recursive") || !name.includes("/")));
  if (direct.length === 0)
    throw new KubectlError(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
  const folder = cleanFolder(path);
  return Promise.all(
    direct.map(async (name) => ({ name: folder + name, text: (await session.files.read(folder + name)) ?? "" })),
  );
}

/** A folder as it stands before the names of its files (filepath.Join); "" for the current one. */
function cleanFolder(path: string): string {
  const clean = cleanPath(path);
  return clean === "" || clean === "/" ? clean : `${clean}/`;
}
