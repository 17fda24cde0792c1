import { trimRight } from "../../../apimachinery/trim.ts";
import { failed, type Finished, printed } from "../../finished.ts";
import type { Session } from "../../session.ts";
import { madeBelow, pathOf } from "../executables.ts";
import { globSource } from "../glob.ts";
import { joined } from "../tool-lines.ts";

const baseOf = (path: string): string => trimRight(path, "/").split("/").at(-1) || "/";

/** `basename PATH [SUFFIX]`, or of several with `-a` and `-s SUFFIX`. */
export function basename(args: readonly string[]): Finished {
  const at = args.indexOf("-s");
  const many = at >= 0 || args.includes("-a");
  const words = args.filter((arg, i) => !/^-[as]$/.test(arg) && !(at >= 0 && i === at + 1));
  if (words.length === 0) return failed("basename: missing operand");
  const suffix = at >= 0 ? (args[at + 1] ?? "") : many ? "" : (words[1] ?? "");
  const bare = (name: string): string =>
    suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return printed(joined((many ? words : words.slice(0, 1)).map((path) => bare(baseOf(path)))));
}

/** `dirname PATH...` */
export function dirname(args: readonly string[]): Finished {
  if (args.length === 0) return failed("dirname: missing operand");
  return printed(
    joined(
      args.map((path) => {
        const bare = trimRight(path, "/");
        const at = bare.lastIndexOf("/");
        return at < 0 ? (bare === "" && path !== "" ? "/" : ".") : trimRight(bare.slice(0, at), "/") || "/";
      }),
    ),
  );
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `mktemp [-d] [-u] [TEMPLATE]`: a file or a folder of its own; the letters X at the end are random. */
export async function mktemp(args: readonly string[], session: Session): Promise<Finished> {
  const has = (letter: string): boolean => args.some((arg) => /^-[a-z]+$/.test(arg) && arg.includes(letter));
  const [template = "/tmp/tmp.XXXXXXXXXX"] = args.filter((arg) => !arg.startsWith("-"));
  if (!/X{3}/.test(template)) return failed(`mktemp: too few X's in template '${template}'`);
  let end = template.lastIndexOf("X") + 1;
  let name = template.slice(end);
  for (; template.charAt(end - 1) === "X"; end--)
    name = letters.charAt(Math.floor(session.random() * letters.length)) + name;
  name = template.slice(0, end) + name;
  const path = has("t") && !name.includes("/") ? `/tmp/${name}` : name;
  if (has("d")) session.folders.add(pathOf(session, path));
  else if (!has("u")) await session.files.write(path, "");
  return printed(`${path}\n`);
}

/** What `find` is asked: what a path must be, and what is done with it. */
interface Search {
  readonly roots: readonly string[];
  readonly tests: readonly ((entry: Entry) => boolean)[];
  readonly action: "print" | "print0" | "delete" | "exec";
  readonly command: readonly string[];
  /** Whether one command is run for all: `-exec ... +`. */
  readonly atOnce: boolean;
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly depth: number;
}

function searchOf(args: readonly string[]): Search | string {
  const first = args.findIndex((arg) => /^[-!(]/.test(arg));
  const roots = first < 0 ? args : args.slice(0, first);
  const tests: ((entry: Entry) => boolean)[] = [];
  let [action, command, atOnce, negated]: [Search["action"], readonly string[], boolean, boolean] = [
    "print",
    [],
    false,
    false,
  ];
  const add = (test: (entry: Entry) => boolean): void => {
    const isNot = negated;
    negated = false;
    tests.push((entry) => test(entry) !== isNot);
  };
  for (let at = first < 0 ? args.length : first; at < args.length; at++) {
    const word = args[at] ?? "";
    const value = args[at + 1] ?? "";
    const pattern = (flags: string): RegExp => new RegExp(`^(?:${globSource(value)})$`, `s${flags}`);
    if (word === "!" || word === "-not") negated = !negated;
    else if (word === "-print" || word === "-print0" || word === "-delete") action = word.slice(1) as Search["action"];
    else if (word === "-exec") {
      const end = args.findIndex((arg, i) => i > at && (arg === ";" || arg === "+"));
      if (end < 0) return "find: missing argument to `-exec'";
      [action, command, atOnce] = ["exec", args.slice(at + 1, end), args[end] === "+"];
      at = end;
    } else {
      at++;
      if (word === "-name" || word === "-iname") {
        const matches = pattern(word === "-iname" ? "i" : "");
        add(({ path }) => matches.test(baseOf(path)));
      } else if (word === "-path") {
        const matches = pattern("");
        add(({ path }) => matches.test(path));
      } else if (word === "-type") add(({ isFolder }) => isFolder === (value === "d"));
      else if (word === "-maxdepth") add(({ depth }) => depth <= Number(value));
      else if (word === "-mindepth") add(({ depth }) => depth >= Number(value));
      else return `find: unknown predicate \`${word}'`;
    }
  }
  return { roots: roots.length === 0 ? ["."] : roots, tests, action, command, atOnce };
}

/** The files and folders at a path and below it; undefined if there is nothing. */
async function entriesAt(session: Session, root: string): Promise<readonly Entry[] | undefined> {
  const { files, folders } = session;
  if ((await files.read(root)) !== undefined) return [{ path: root, isFolder: false, depth: 0 }];
  const names = (await files.list(root)) ?? [];
  const base = pathOf(session, root);
  const made = madeBelow(session, root);
  if (names.length + made.length === 0 && base !== "" && !folders.has(base)) return undefined;
  const found = new Map<string, boolean>([["", true]]);
  for (const [name, isFolder] of [
    ...names.map((each) => [each, false] as const),
    ...made.map((each) => [each, true] as const),
  ]) {
    const parts = name.split("/");
    for (let i = 1; i <= parts.length; i++) found.set(parts.slice(0, i).join("/"), i < parts.length || isFolder);
  }
  return [...found].map(([name, isFolder]) => ({
    path: name === "" ? root : `${trimRight(root, "/")}/${name}`,
    isFolder,
    depth: name === "" ? 0 : name.split("/").length,
  }));
}

/** `find`: names, types, depths, and what is done with what is found; `run` runs the commands of `-exec`. */
export async function find(
  args: readonly string[],
  session: Session,
  run: (words: readonly string[]) => Promise<Finished>,
): Promise<Finished> {
  const search = searchOf(args);
  if (typeof search === "string") return failed(search);
  let [stdout, stderr, code] = ["", "", 0];
  const found: string[] = [];
  for (const root of search.roots) {
    const entries = await entriesAt(session, root);
    if (entries === undefined) stderr += `find: ‘${root}’: No such file or directory\n`;
    for (const entry of entries ?? []) if (search.tests.every((test) => test(entry))) found.push(entry.path);
  }
  if (search.action === "print") stdout += joined(found);
  if (search.action === "print0") stdout += found.map((path) => `${path}\0`).join("");
  if (search.action === "delete") for (const path of found) await session.files.remove?.(path);
  const groups = search.action !== "exec" ? [] : search.atOnce ? [found] : found.map((path) => [path]);
  for (const paths of groups) {
    const words = search.atOnce
      ? search.command.flatMap((word) => (word === "{}" ? paths : [word]))
      : search.command.map((word) => word.replaceAll("{}", () => paths[0] ?? ""));
    const ended = await run(words);
    stdout += ended.stdout;
    stderr += ended.stderr;
    if (search.atOnce && ended.code !== 0) code = 1;
  }
  return { stdout, stderr, code: stderr !== "" && code === 0 && search.action !== "exec" ? 1 : code };
}
