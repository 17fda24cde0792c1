import { parseArgs } from "node:util";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { parseFeatureGates } from "../component-base/features/feature-gates.ts";
import { readExpectations, withAbsent } from "../validate/expectations-file.ts";
import { formatNames, formatReport, isFormat, type Format } from "../validate/formats/formats.ts";
import { noColours, terminalColours } from "../validate/formats/text.ts";
import { allFindings, joinReports, printable } from "../validate/report.ts";
import { validate, type ServerSettings } from "../validate/server.ts";
import type { ValidationOptions } from "../validate/validate-manifests.ts";
import { asksForHelp } from "./usage.ts";
import { readFiles, readUnits, type Unit } from "./manifest-sources.ts";
import { NotedPaths } from "./noted-paths.ts";
import { diskTree, diskTreeNoting, EncodingError, gitTree, type Tree } from "./tree.ts";
import { UsageError } from "./usage-error.ts";

/** What `kubepad validate` is asked for. */
export interface ValidateCommand extends Omit<ValidationOptions, "signal" | "onProgress">, ServerSettings {
  readonly paths: readonly string[];
  readonly policies: readonly string[];
  readonly context: readonly string[];
  readonly updateFrom: readonly string[];
  readonly expectations: string;
  readonly format: Format;
  readonly watch: boolean;
  readonly failOnWarnings: boolean;
}

/** The usage of the command, for `--help` and the documentation. */
export const validateUsage = (name: string): string => `Usage: ${name} validate [OPTION ...] PATH ...
Says what the API server would say of manifests: of files, folders, kustomizations, or - for standard input. It reads
no network and writes no files. Ends with 0 if all objects are accepted, 1 if one is refused or a text cannot be read,
2 if the command cannot run.
  -o, --output FORMAT          ${formatNames.join(", ")} (default text)
  --as VERB                    how objects are sent: apply, create, server-side (default apply)
  -n, --namespace NAME         the namespace of objects that name none (default default)
  --strict-namespaces          namespaces that the manifests do not have are missing; they are made otherwise
  --field-manager NAME         the manager of the fields
  --user NAME, --group NAME    whom the requests are of (default an administrator); --group may be repeated
  --policy PATH                policies, definitions and the like that hold for the manifests; may be repeated
  --context-from PATH          objects that are there before: parameters, quotas, names that are taken; may be repeated
  --update-from PATH|REF       the earlier state of the manifests, which are validated as changes of it: other paths, or
                               the same ones at a commit, branch or tag of Git
  --expect FILE                what must be refused, and by which message (docs/validate.md)
  --release 1.N                the release to act as, 1.31 to 1.34
  --feature-gates A=true,...   features to switch on or off, by upstream's names
  --runtime-config KEY=true,.. what is served: api/all, api/beta, GROUP/VERSION
  --enable-admission-plugins LIST, --disable-admission-plugins LIST
  --fail-on-warnings           warnings end with 1, too
  --watch                      validates again when something that was read changes`;

const verbs = ["apply", "create", "server-side"] as const;

/** Parses `[OPTION ...] PATH ...`. Throws a UsageError. */
export function parseValidateCommand(args: readonly string[]): ValidateCommand {
  const { values, positionals } = parsedArguments(args);
  if (positionals.length === 0) throw new UsageError("validate wants a file or folder, or - for standard input");
  const as = verbs.find((verb) => verb === values.as);
  if (as === undefined) throw new UsageError(`--as wants ${verbs.join(", ")}`);
  const format = values.output;
  if (!isFormat(format)) throw new UsageError(`--output wants ${formatNames.join(", ")}`);
  if (values.group !== undefined && values.user === "") throw new UsageError("--group wants --user");
  const list = (text: string): readonly string[] => text.split(",").filter((name) => name !== "");
  return {
    paths: positionals,
    policies: values.policy ?? [],
    context: values["context-from"] ?? [],
    updateFrom: values["update-from"] ?? [],
    expectations: values.expect,
    format,
    watch: values.watch,
    failOnWarnings: values["fail-on-warnings"],
    as,
    namespace: values.namespace,
    fieldManager: values["field-manager"],
    user: values.user,
    groups: values.group ?? [],
    strictNamespaces: values["strict-namespaces"],
    ...(values.release !== undefined && { release: values.release }),
    ...(values["feature-gates"] !== undefined && { featureGates: parseFeatureGates(values["feature-gates"]) }),
    ...(values["runtime-config"] !== undefined && { runtimeConfig: values["runtime-config"] }),
    enableAdmissionPlugins: list(values["enable-admission-plugins"]),
    disableAdmissionPlugins: list(values["disable-admission-plugins"]),
  };
}

/** Parses the options of `validate` that say how and beside what manifests are judged. Throws a UsageError. */
export function parseJudging(args: readonly string[]): ValidateCommand {
  const command = parseValidateCommand([...args.filter((arg) => arg !== "--stdio"), "."]);
  if (command.paths.length > 1) throw new UsageError("the files are those that the editor has open");
  return command;
}

function parsedArguments(args: readonly string[]) {
  const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
  const flag = { type: "boolean", default: false } as const;
  const repeated = { type: "string", multiple: true } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { ...text("text"), short: "o" },
        as: text("apply"),
        namespace: { ...text("default"), short: "n" },
        "strict-namespaces": flag,
        "field-manager": text(""),
        user: text(""),
        group: repeated,
        policy: repeated,
        "context-from": repeated,
        "update-from": repeated,
        expect: text(""),
        release: { type: "string" },
        "feature-gates": { type: "string" },
        "runtime-config": { type: "string" },
        "enable-admission-plugins": text(""),
        "disable-admission-plugins": text(""),
        "fail-on-warnings": flag,
        watch: flag,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error), {
      cause: error,
    });
  }
}

/** How the command ended: the report as text, and the exit code. */
export interface ValidateOutcome {
  readonly text: string;
  readonly code: 0 | 1;
}

/** Reads the earlier state of what is validated: other paths, or the same paths at a revision of Git. */
async function readBefore({ paths, updateFrom }: ValidateCommand, tree: Tree): Promise<readonly Unit[]> {
  const read = updateFrom.map((from) => {
    if (tree.kindOf(from) !== undefined) return readUnits([from], tree);
    const revision = gitTree(from);
    return readUnits(
      paths.filter((path) => path !== "-" && revision.kindOf(path) !== undefined),
      revision,
    );
  });
  return (await Promise.all(read)).flat();
}

function expectationsIn(tree: Tree, file: string): ReturnType<typeof readExpectations> {
  if (tree.kindOf(file) === undefined) throw new UsageError(`the path "${file}" does not exist`);
  try {
    return readExpectations(file, tree.read(file));
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new ConfigurationError(`${file}:${cause.line + 1}: ${cause.message}`, { cause });
  }
}

/** How the command is run. */
interface RunOptions extends Pick<ValidationOptions, "onProgress"> {
  readonly colours?: boolean;
  /** Called with how many characters the manifests have, before they are judged. */
  readonly onRead?: (characters: number) => void;
  /** What is read. */
  readonly tree?: Tree;
}

/** Runs the command once. Throws a UsageError or ConfigurationError if it cannot run. */
export async function runValidate(
  command: ValidateCommand,
  { colours = false, onProgress, onRead, tree = diskTree }: RunOptions = {},
): Promise<ValidateOutcome> {
  const { paths, policies, context, updateFrom: _, expectations, format, failOnWarnings, ...options } = command;
  const units = await readUnits(paths, tree);
  if (units.length === 0) throw new UsageError(`there are no manifests in ${paths.join(", ")}`);
  onRead?.(units.reduce((sum, { files }) => sum + charactersOf(files), 0));
  const before = await readBefore(command, tree);
  const shared = { policies: readFiles(policies, tree), context: readFiles(context, tree) };
  const expected = expectations === "" ? undefined : expectationsIn(tree, expectations);
  const reports = [];
  for (const { files, kustomization } of units) {
    const updateFrom = before.filter((unit) => unit.kustomization === kustomization).flatMap((unit) => unit.files);
    const input = { ...shared, files, expected, updateFrom };
    reports.push(await validate(input, { ...options, ...(onProgress && { onProgress }) }));
  }
  const report = withAbsent(joinReports(reports), expected ?? [], options.namespace ?? "default");
  const warned = allFindings(report).length > 0;
  const text = formatReport(report, format, colours ? terminalColours : noColours);
  return { text, code: report.passed && !(failOnWarnings && warned) ? 0 : 1 };
}

const charactersOf = (files: Unit["files"]): number =>
  files
    .flatMap((file) => ("text" in file ? file.text : file.manifests.map(({ source }) => source.text)))
    .reduce((sum, { length }) => sum + length, 0);

/**
 * Runs `validate [OPTION ...] PATH ...` and prints the report; with `--watch` again after each change. Resolves with
 * the exit code.
 */
export async function runValidateCommand(
  name: string,
  [, ...args]: readonly string[],
  onRead?: RunOptions["onRead"],
): Promise<number> {
  if (asksForHelp(args)) {
    process.stdout.write(`${validateUsage(name)}\n`);
    return 0;
  }
  return told(async () => {
    const command = parseValidateCommand(args);
    return command.watch ? watchAndPrint(command, onRead) : validateAndPrint(command, { ...(onRead && { onRead }) });
  });
}

/** Runs a function; errors of the call and of its files are printed and end with 2. */
async function told(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof ConfigurationError || isFileError(error);
    if (!isExpected) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}

const isFileError = (error: unknown): error is Error => error instanceof Error && "code" in error;

async function validateAndPrint(command: ValidateCommand, options: RunOptions): Promise<number> {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  const { text, code } = await runValidate(command, {
    ...options,
    colours,
    ...(process.stderr.isTTY && { onProgress }),
  });
  process.stdout.write(text);
  return code;
}

function onProgress({ done, total }: { readonly done: number; readonly total: number }): void {
  const isLast = done === total;
  if (isLast || done % 50 === 0) process.stderr.write(`\r${isLast ? " ".repeat(40) : `${done} of ${total} objects`}\r`);
}

/**
 * Validates and prints, and again whenever something that was read has changed; revisions of Git do not. Throws what
 * keeps the first run from being run; later ones tell it and go on. Resolves never.
 */
async function watchAndPrint(command: ValidateCommand, onRead: RunOptions["onRead"]): Promise<number> {
  if (command.paths.includes("-")) throw new UsageError("--watch wants files or folders, not standard input");
  const noted = new NotedPaths();
  const tree = diskTreeNoting((path) => noted.note(path));
  await validateAndPrint(command, { tree, ...(onRead && { onRead }) });
  for (;;) {
    process.stderr.write(`\n${printable(await noted.change())} has changed\n`);
    await told(() => validateAndPrint(command, { tree }));
  }
}
