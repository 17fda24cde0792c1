import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { parseRepairFolder, parseServeOptions, serveWarnings } from "./command-line.ts";
import { describeError } from "./describe-error.ts";
import { parseFileCommand, runFileCommand, type FileCommand } from "./file-commands.ts";
import { serveUntilSignal } from "./serve-until-signal.ts";
import type { TestOptions } from "./test-lessons.ts";
import { asksForHelp, usage } from "./usage.ts";
import { UsageError } from "./usage-error.ts";

/** Parses `test [OPTION ...] PATH ...`; undefined for any other command. */
function parseLessonCommand([command, ...args]: readonly string[]): TestOptions | undefined {
  if (command !== "test") return undefined;
  const { values, positionals } = parsedArguments(args);
  if (positionals.length === 0) throw new UsageError("test wants one file or folder, or more");
  if (values.junit === "") throw new UsageError("--junit wants a file");
  const { strict, record, junit = "", github = process.env["GITHUB_ACTIONS"] === "true" } = values;
  return { paths: positionals, strict, record, junit, github };
}

function parsedArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        strict: { type: "boolean", default: false },
        record: { type: "boolean", default: false },
        github: { type: "boolean" },
        junit: { type: "string" },
      },
    });
  } catch (error) {
    const option = args.find((arg) => arg.startsWith("-"));
    throw new UsageError(`${option ?? ""} is not an option of test`, { cause: error });
  }
}

/** Runs a command that serves, or works on what a server keeps. Errors are printed and set the exit code. */
export async function runServerCommand(name: string, args: readonly string[]): Promise<void> {
  try {
    if (asksForHelp(args)) console.log(usage(name));
    else await run(args);
  } catch (error) {
    console.error(describeError(error) + (error instanceof UsageError ? `\n\n${usage(name)}` : ""));
    process.exitCode = 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const fileCommand = parseFileCommand(args);
  if (fileCommand !== undefined) return copy(fileCommand);
  const lessons = parseLessonCommand(args);
  if (lessons !== undefined) return test(lessons);
  if (args[0] === "migrate") return migrateObjects(args.slice(1));
  if (args[0] === "envtest-assets") return envtestAssets(args.slice(1));
  const damaged = parseRepairFolder(args);
  await (damaged === undefined ? start(args) : repair(damaged));
}

async function copy(command: FileCommand): Promise<void> {
  const { lines, failed } = await runFileCommand(command);
  for (const line of lines) console.error(line); // standard output may be the file
  if (failed) process.exitCode = 1;
}

/** Runs `kubepad migrate`: what it compared is printed, progress and notices go to the standard error. */
async function migrateObjects(args: readonly string[]): Promise<void> {
  const { parseMigrateOptions } = await import("./migrate/migrate-options.ts");
  const { migrate } = await import("./migrate/migrate.ts");
  const { code, lines } = await migrate(parseMigrateOptions(args), (message) => console.error(message));
  for (const line of lines) console.log(line);
  process.exitCode = code;
}

async function test(options: TestOptions): Promise<void> {
  const { testLessons } = await import("./test-lessons.ts");
  const passed = await testLessons(options, (line) => console.log(line));
  // controllers that were stopped while they started may still wait for something
  process.stdout.write("", () => process.exit(passed ? 0 : 1));
}

/** Writes the programs that envtest starts, and prints their folder, as setup-envtest does. */
async function envtestAssets([folder, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || folder?.startsWith("-") === true)
    throw new UsageError("envtest-assets wants one folder, or none");
  const assets = await import("./envtest/envtest-assets.ts");
  const program = realpathSync(process.argv[1] ?? "");
  // a program of a single file is its own script
  const isSingle = program === realpathSync(process.execPath);
  const commands = isSingle ? assets.commandsOfProgram(program) : assets.commandsOf(assets.scriptsIn(dirname(program)));
  console.log(assets.writeEnvtestAssets(folder ?? assets.defaultAssetsFolder(), commands));
}

async function repair(folder: string): Promise<void> {
  const { repairFolder } = await import("./storage/file-repair.ts");
  for (const line of await repairFolder(folder, new Date())) console.log(line);
}

async function start(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args);
  for (const warning of serveWarnings(options)) console.error(warning);
  await serveUntilSignal(options, (url) => console.log(`Kubepad serves the Kubernetes API at ${url}`));
}
