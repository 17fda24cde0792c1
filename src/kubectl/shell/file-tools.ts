import { trimRight } from "../../apimachinery/trim.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Files, Session } from "../session.ts";
import type { FileToolName } from "./program-names.ts";
import { isExecutable, madeBelow, pathOf, setExecutable } from "./executables.ts";
import { joined } from "./tool-lines.ts";

interface ToolRun {
  readonly session: Session;
  /** What is no option. */
  readonly paths: readonly string[];
  readonly has: (letter: string) => boolean;
  readonly args: readonly string[];
  readonly input: string;
}

/** The programs that work on files and folders. Folders are there with the files in them. */
const tools = {
  cat,
  ls,
  tee,
  cd,
  cp: (run: ToolRun) => copy(run, "cp"),
  mv: (run: ToolRun) => copy(run, "mv"),
  rm,
  rmdir,
  mkdir,
  chmod,
  touch,
  pwd: async ({ session }: ToolRun) => printed(`/${session.place.folder}\n`),
} satisfies Readonly<Record<FileToolName, (run: ToolRun) => Promise<Finished>>>;

const isFileTool = (name: string): name is FileToolName => Object.hasOwn(tools, name);

/** Runs a program that works on files. Undefined if there is none of this name. */
export async function runFileTool(
  session: Session,
  name: string,
  args: readonly string[],
  input: string,
): Promise<Finished | undefined> {
  if (!isFileTool(name)) return undefined;
  const isOption = (arg: string): boolean => /^-./.test(arg);
  const options = args.filter(isOption);
  const has = (letter: string): boolean => options.some((each) => !each.startsWith("--") && each.includes(letter));
  const paths = args.filter((arg) => !isOption(arg));
  return tools[name]({ session, paths, has, args, input });
}

/** Writes what a command prints into a file. */
export async function writeText(files: Files, path: string, text: string, append: boolean): Promise<void> {
  await files.write(path, append ? ((await files.read(path)) ?? "") + text : text);
}

async function cat({ session, paths, input }: ToolRun): Promise<Finished> {
  if (paths.length === 0) return printed(input);
  let [stdout, stderr] = ["", ""];
  for (const path of paths) {
    const text = path === "-" ? input : await session.files.read(path);
    if (text === undefined) stderr += `cat: ${path}: No such file or directory\n`;
    else stdout += text;
  }
  return { stdout, stderr, code: stderr === "" ? 0 : 1 };
}

async function tee({ session, paths, has, input }: ToolRun): Promise<Finished> {
  for (const path of paths) await writeText(session.files, path, input, has("a"));
  return printed(input);
}

/** `mkdir`: a folder is there from then on, with those that it is in. */
async function mkdir({ session, paths, has }: ToolRun): Promise<Finished> {
  let stderr = "";
  for (const path of paths) {
    const isThere = session.folders.has(pathOf(session, path)) || (await filesAt(session.files, path)) !== undefined;
    if (isThere && !has("p")) stderr += `mkdir: cannot create directory ‘${path}’: File exists\n`;
    session.folders.add(pathOf(session, path));
  }
  return { stdout: "", stderr, code: stderr === "" ? 0 : 1 };
}

async function rmdir({ session, paths }: ToolRun): Promise<Finished> {
  let stderr = "";
  for (const path of paths) {
    const names = await filesAt(session.files, path);
    const isMade = session.folders.has(pathOf(session, path));
    const isEmpty = names === undefined && madeBelow(session, path).length === 0;
    const wrong = !isEmpty ? "Directory not empty" : isMade ? "" : "No such file or directory";
    if (wrong === "") session.folders.delete(pathOf(session, path));
    else stderr += `rmdir: failed to remove '${path}': ${wrong}\n`;
  }
  return { stdout: "", stderr, code: stderr === "" ? 0 : 1 };
}

/** What is in a folder, made folders as well; undefined if there is none. */
async function namesIn(session: Session, path: string): Promise<readonly string[] | undefined> {
  const made = madeBelow(session, path);
  const names = await session.files.list(path);
  const isThere = names !== undefined || made.length > 0 || session.folders.has(pathOf(session, path));
  return isThere ? [...(names ?? []), ...made].toSorted() : undefined;
}

/** Names what is in folders, a line each. */
async function ls({ session, paths }: ToolRun): Promise<Finished> {
  const { files } = session;
  let [stdout, stderr] = ["", ""];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const isFile = (await files.read(path)) !== undefined;
    const names = isFile ? [path] : await namesIn(session, path);
    if (names !== undefined)
      stdout += joined(isFile ? names : [...new Set(names.map((name) => name.split("/", 1)[0] ?? ""))]);
    else if (paths.length > 0) stderr += `ls: cannot access '${path}': No such file or directory\n`;
  }
  return { stdout, stderr, code: stderr === "" ? 0 : 2 };
}

/** Goes to a folder; it need not have files yet. */
async function cd({ session, paths: [path = "~"] }: ToolRun): Promise<Finished> {
  const { place, files } = session;
  if ((await files.read(path)) !== undefined) return failed(`cd: ${path}: Not a directory`);
  const folder = path === "-" ? place.before : place.resolve(path).replace(/^\/|^\.$/, "");
  [place.before, place.folder] = [place.folder, folder];
  return printed();
}

/** Lets files be programs, or no longer; other modes nothing depends on here. */
async function chmod({ session, args }: ToolRun): Promise<Finished> {
  const at = args.findIndex((arg) => !/^-(?:[Rcfv]+$|-)/.test(arg));
  const [mode = "", ...paths] = args.slice(at);
  if (at < 0 || paths.length === 0) return failed(`chmod: missing operand${mode === "" ? "" : ` after '${mode}'`}`);
  const [, sign, letters = ""] = /^[ugoa]*([-+=])([rwxXst]*)$/.exec(mode) ?? [];
  if (sign === undefined && !/^[0-7]{3,4}$/.test(mode)) return failed(`chmod: invalid mode: '${mode}'`);
  let stderr = "";
  for (const path of paths) {
    const names = await filesAt(session.files, path);
    if (names === undefined) stderr += `chmod: cannot access '${path}': No such file or directory\n`;
    const isProgram = sign === undefined ? /[1357]/.test(mode.slice(-3)) : sign !== "-" && letters.includes("x");
    if (sign === undefined || letters.includes("x"))
      for (const name of names ?? []) setExecutable(session, below(path, name), isProgram);
  }
  return { stdout: "", stderr, code: stderr === "" ? 0 : 1 };
}

async function touch({ session: { files }, paths }: ToolRun): Promise<Finished> {
  for (const path of paths) await files.write(path, (await files.read(path)) ?? "");
  return printed();
}

/** The files that a path stands for, by their paths from it; undefined if there is nothing. */
async function filesAt(files: Files, path: string): Promise<readonly string[] | undefined> {
  return (await files.read(path)) === undefined ? files.list(path) : [""];
}

const below = (path: string, name: string): string => (name === "" ? path : `${trimRight(path, "/")}/${name}`);

async function rm({ session, paths, has }: ToolRun): Promise<Finished> {
  const { files } = session;
  if (files.remove === undefined) return failed("rm: files cannot be removed here");
  let stderr = "";
  for (const path of paths) {
    const names = await filesAt(files, path);
    const isMade = session.folders.has(pathOf(session, path));
    const isFolder = isMade || (names !== undefined && names[0] !== "");
    if (names === undefined && !isMade && !has("f"))
      stderr += `rm: cannot remove '${path}': No such file or directory\n`;
    else if (isFolder && !has("r") && !has("R")) stderr += `rm: cannot remove '${path}': Is a directory\n`;
    else {
      for (const name of names ?? []) await files.remove(below(path, name));
      for (const made of madeBelow(session, path)) session.folders.delete(pathOf(session, below(path, made)));
      session.folders.delete(pathOf(session, path));
    }
  }
  return { stdout: "", stderr, code: stderr === "" ? 0 : 1 };
}

/** Folders that a machine has, whether files are in them or not. */
const standardFolder = /^(?:\/(?:usr\/(?:local\/)?)?s?bin|\/tmp|\/etc|\/usr\/local\/bin|\.\.?|~)$/;

/** Copies or moves files; into the last path if that is a folder, or several are copied. */
async function copy({ session, paths }: ToolRun, program: "cp" | "mv"): Promise<Finished> {
  const { files } = session;
  const [target = "", ...sources] = paths.toReversed();
  if (sources.length === 0) return failed(`${program}: missing destination file operand`);
  const isFolder =
    sources.length > 1 ||
    target.endsWith("/") ||
    standardFolder.test(target) ||
    session.folders.has(pathOf(session, target)) ||
    ((await files.read(target)) === undefined && (await files.list(target)) !== undefined);
  let stderr = "";
  for (const source of sources.toReversed()) {
    const names = await filesAt(files, source);
    if (names === undefined) stderr += `${program}: cannot stat '${source}': No such file or directory\n`;
    const base = trimRight(source, "/").split("/").at(-1) ?? source;
    const to = isFolder ? below(target, base) : target;
    for (const name of names ?? []) {
      await files.write(below(to, name), (await files.read(below(source, name))) ?? "");
      if (isExecutable(session, below(source, name))) setExecutable(session, below(to, name), true);
      if (program === "mv") await files.remove?.(below(source, name));
    }
  }
  return { stdout: "", stderr, code: stderr === "" ? 0 : 1 };
}
