import { setMaxListeners } from "node:events";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { apiServerUsage } from "./flags/api-server-usage.ts";
import { flagTable } from "./flags/flag-table.ts";
import { parseFlags, type ParsedFlags } from "./flags/parse-flags.ts";
import { UsageError } from "./usage-error.ts";

const name = "kube-apiserver";

/**
 * Runs the program `kubepad-apiserver`: the server under the flags of kube-apiserver 1.34. Errors are printed as
 * kube-apiserver prints them, and set the exit code. Usage and version load nothing of the server.
 */
export async function runApiServer(args: readonly string[]): Promise<void> {
  try {
    const parsed = parseFlags(args, flagTable);
    if (parsed.values.get("help")?.at(-1) === "true") return console.log(apiServerUsage("kubepad-apiserver"));
    checkArguments(parsed);
    await start(parsed);
  } catch (error) {
    await printError(error);
    process.exitCode = 1;
  }
}

/** Throws a UsageError if there are arguments besides flags. */
export function checkArguments({ positionals }: ParsedFlags): void {
  if (positionals.some((argument) => argument !== ""))
    throw new UsageError(`${quoteGo(name)} does not take any arguments, got [${positionals.map(quoteGo).join(" ")}]`);
}

async function start(parsed: ParsedFlags): Promise<void> {
  const version = parsed.values.get("version")?.at(-1) ?? "false";
  if (version !== "false") return printVersion(version);
  setMaxListeners(0); // one abort signal ends all watches of a controller, of which there is one per resource
  const { apiServerOptions, deprecations, ignoredNotice, refuseFlags } = await import("./flags/api-server-options.ts");
  refuseFlags(parsed, flagTable);
  const options = apiServerOptions(parsed);
  const [{ serveUntilSignal }, { serveWarnings }] = await Promise.all([
    import("./serve-until-signal.ts"),
    import("./command-line.ts"),
  ]);
  const notice = ignoredNotice(parsed, flagTable);
  for (const line of [...deprecations(parsed, flagTable), ...(notice === undefined ? [] : [notice])])
    console.error(line);
  for (const warning of serveWarnings(options)) console.error(warning);
  await serveUntilSignal(options, (url) => console.error(`Serving securely on ${new URL(url).host}`));
}

async function printVersion(text: string): Promise<void> {
  const { serverVersion } = await import("../kube-apiserver/server-version.ts");
  const info = serverVersion();
  console.log(text === "raw" ? JSON.stringify(info) : `Kubernetes ${info.gitVersion}`);
}

async function printError(error: unknown): Promise<void> {
  const { describeError } = await import("./describe-error.ts");
  console.error(`Error: ${describeError(error)}`);
}
