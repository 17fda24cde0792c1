import { trimRight } from "../../../apimachinery/trim.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isConfigMapKey, isEnvVarName } from "../../../apimachinery/validation/names.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** The pairs of `key=value` texts. */
export const keyValues = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );

/** How the keys of a kind are named in errors. */
export interface DataWords {
  readonly invalid: (key: string, problems: readonly string[]) => string;
  readonly taken: (key: string) => string;
  /** The key of a file that is given without one; its name by default. */
  readonly fileKey?: string;
}

export const configMapWords = (name: string): DataWords => ({
  invalid: (key, problems) => `${quoteGo(key)} is not a valid key name for a ConfigMap: ${problems.join(",")}`,
  taken: (key) =>
    `cannot add key ${quoteGo(key)}, another key by that name already exists in Data for ConfigMap ${quoteGo(name)}`,
});

export const secretWords: DataWords = {
  invalid: (key, problems) => `${quoteGo(key)} is not valid key name for a Secret ${problems.join(";")}`,
  taken: (key) => `cannot add key ${key}, another key by that name already exists`,
};

/** The data of `--from-literal`, `--from-file` and `--from-env-file`. Throws a KubectlError in kubectl's words. */
export async function literalData(
  { flags, session }: Invocation,
  { invalid, taken, fileKey }: DataWords,
): Promise<Readonly<Record<string, string>>> {
  const data: Record<string, string> = {};
  const add = (key: string, value: string): void => {
    const problems = isConfigMapKey(key);
    if (problems.length > 0) throw new KubectlError(invalid(key, problems));
    if (data[key] !== undefined) throw new KubectlError(taken(key));
    data[key] = value;
  };
  const environments = flags.list("from-env-file");
  if (environments.length > 0 && flags.list("from-file").length + flags.list("from-literal").length > 0)
    throw new KubectlError("from-env-file cannot be combined with from-file or from-literal");
  for (const source of flags.list("from-file")) {
    const [given, path] = fileSource(source);
    const text = await session.files.read(path);
    if (text !== undefined) {
      add(given || (fileKey ?? path.split("/").at(-1) ?? path), text);
      continue;
    }
    const names = await session.files.list(path);
    if (names === undefined) throw new KubectlError(`error reading ${path}: no such file or directory`);
    if (given !== "") throw new KubectlError("cannot give a key name for a directory path");
    const direct = names.filter((name) => !name.includes("/"));
    const texts = await Promise.all(direct.map((name) => session.files.read(`${trimRight(path, "/")}/${name}`)));
    direct.forEach((name, i) => add(name, texts[i] ?? ""));
  }
  for (const source of flags.list("from-literal")) {
    const equals = source.indexOf("=");
    if (equals < 1) throw new KubectlError(`invalid literal source ${source}, expected key=value`);
    add(source.slice(0, equals), source.slice(equals + 1));
  }
  for (const path of environments) {
    const text = await session.files.read(path);
    if (text === undefined) throw new KubectlError(`error reading ${path}: no such file or directory`);
    for (const line of text.split("\n").map((each) => each.trimStart())) {
      const [key = ""] = line.split("=");
      if (line === "" || line.startsWith("#")) continue;
      const problems = isEnvVarName(key);
      if (problems.length > 0) throw new KubectlError(`${quoteGo(key)} is not a valid key name: ${problems.join(";")}`);
      add(key, line.slice(key.length + 1).replace(/\r$/, ""));
    }
  }
  return data;
}

/** The key, "" without one, and the path of `[KEY=]PATH` (util.ParseFileSource). */
function fileSource(source: string): readonly [string, string] {
  const [first = "", second, ...more] = source.split("=");
  if (second === undefined) return ["", first];
  if (more.length > 0) throw new KubectlError("key names or file paths cannot contain '='");
  if (first === "") throw new KubectlError(`key name for file path ${second} missing`);
  if (second === "") throw new KubectlError(`file path for key name ${first} missing`);
  return [first, second];
}
