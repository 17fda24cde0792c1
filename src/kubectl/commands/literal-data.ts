import type { Invocation } from "../invocation.ts";
import { KubectlError } from "../kubectl-error.ts";

/** The pairs of `key=value` texts. */
export const keyValues = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );

/** The data of `--from-literal`, `--from-file` and `--from-env-file`. Throws a KubectlError in kubectl's words. */
export async function literalData({ flags, session }: Invocation): Promise<Readonly<Record<string, string>>> {
  const data: Record<string, string> = {};
  const add = (key: string, value: string): void => {
    if (data[key] !== undefined)
      throw new KubectlError(
        `cannot add key "${key}", another key by that name already exists in Data for ConfigMap "${""}"`,
      );
    data[key] = value;
  };
  for (const source of flags.list("from-file")) {
    const equals = source.indexOf("=");
    const path = source.slice(equals + 1);
    const text = await session.files.read(path);
    const key = equals < 0 ? (path.split("/").at(-1) ?? path) : source.slice(0, equals);
    if (text !== undefined) add(key, text);
    else {
      const names = await session.files.list(path);
      if (names === undefined) throw new KubectlError(`error reading ${path}: no such file or directory`);
      const direct = names.filter((name) => !name.includes("/"));
      const texts = await Promise.all(direct.map((name) => session.files.read(`${path}/${name}`)));
      direct.forEach((name, i) => add(name, texts[i] ?? ""));
    }
  }
  for (const source of flags.list("from-literal")) {
    const equals = source.indexOf("=");
    if (equals < 0) throw new KubectlError(`invalid literal source ${source}, expected key=value`);
    add(source.slice(0, equals), source.slice(equals + 1).replace(/^(["'])(.*)\1$/, "$2"));
  }
  for (const path of flags.list("from-env-file")) {
    const text = await session.files.read(path);
    if (text === undefined) throw new KubectlError(`error reading ${path}: no such file or directory`);
    for (const line of text.split("\n"))
      if (/^[^#=\s][^=]*=/.test(line)) add(line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1));
  }
  return data;
}
