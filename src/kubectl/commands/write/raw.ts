import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isWebAddress } from "../../../component-base/parse-web-url.ts";
import type { FlagSet } from "../../cli/flag-set.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** What is wrong with `--raw` beside other flags, of which some do not go with it; undefined if nothing is. */
export function rawProblem(flags: FlagSet, excluded: readonly string[]): string | undefined {
  if (flags.list("filename").some(isWebAddress)) return "--raw cannot read from a url";
  const odd = excluded.find((name) => flags.bool(name) || (name !== "recursive" && flags.text(name) !== ""));
  if (odd !== undefined) return `--raw and --${odd}${odd === "selector" ? " (-l)" : ""} are mutually exclusive`;
  const raw = flags.text("raw");
  if (raw.startsWith("/")) return undefined;
  return `--raw must be a valid URL path: parse ${quoteGo(raw)}: invalid URI for request`;
}

/** Throws a KubectlError for `--raw` of `create` and `replace` with flags that do not go with it. */
export function checkRaw({ flags }: Invocation): void {
  if (flags.bool("edit")) throw new KubectlError("--raw and --edit are mutually exclusive");
  if (flags.list("filename").length !== 1) throw new KubectlError("--raw can only use a single local file or stdin");
  const problem = rawProblem(flags, ["recursive", "selector", "output"]);
  if (problem !== undefined) throw new KubectlError(problem);
}

/** Sends the file of `-f`, if there is one, to the path of `--raw` and prints the answer (rawhttp.raw). */
export async function sendRaw({ flags, rest, stdin, session, out }: Invocation, method: string): Promise<void> {
  const [file] = flags.list("filename");
  const body = file === undefined || file === "-" ? stdin : await session.files.read(file);
  if (body === undefined) throw new KubectlError(`open ${file}: no such file or directory`);
  out(
    await rest.text({
      method,
      path: flags.text("raw"),
      accept: "*/*",
      ...(file !== undefined && { body }),
      contentType: "",
    }),
  );
}
