// kubepad serve: the API server over HTTP.
import { setMaxListeners } from "node:events";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { asksForHelp, parseRepairFolder, parseServeOptions, serveWarnings, usage } from "./command-line.ts";
import { UsageError } from "./usage-error.ts";
import { serve } from "./serve.ts";

setMaxListeners(0); // one abort signal ends all watches of a controller, of which there is one per resource

const args = process.argv.slice(2);

try {
  if (asksForHelp(args)) console.log(usage);
  else await run();
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const damaged = parseRepairFolder(args);
  await (damaged === undefined ? start() : repair(damaged));
}

async function repair(folder: string): Promise<void> {
  const { repairFolder } = await import("./storage/file-repair.ts");
  for (const line of await repairFolder(folder, new Date())) console.log(line);
}

async function start(): Promise<void> {
  const options = parseServeOptions(args);
  for (const warning of serveWarnings(options)) console.error(warning);
  const served = await serve(options);
  console.log(`Kubepad serves the Kubernetes API at ${served.url}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(served.shutDown()));
}

async function end(closed: Promise<void>): Promise<void> {
  try {
    await closed;
    process.exit(0);
  } catch (error) {
    console.error(describe(error));
    process.exit(1);
  }
}

/** Formats an error: user errors as a sentence, any other error with its stack. */
function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof ConfigurationError || (error instanceof Error && "code" in error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
