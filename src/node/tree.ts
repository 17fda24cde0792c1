import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { messageOf } from "../apimachinery/message-of.ts";
import { decodedText } from "../apiserver/codec/yaml/source-text.ts";
import type { Files } from "../kubectl/session.ts";
import { filesBelow } from "./files-below.ts";
import { largestObjects, readBounded } from "./read-file.ts";
import { UsageError } from "./usage-error.ts";

/** Files and folders to read: of the disk, or of a commit. Paths are from the working directory. */
export interface Tree {
  /** What is at a path; `stream` for pipes and devices, which are read only where they are named themselves. */
  kindOf(path: string): "file" | "folder" | "stream" | undefined;
  /** The text of a file. Throws an Error if there is none. */
  read(path: string): string;
  /** The files below a folder that are wanted, sorted, without those of packages and hidden ones. */
  below(folder: string, isWanted: (name: string) => boolean): readonly string[];
}

/** A text is in no encoding of YAML, at a line, from 0. */
export class EncodingError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.name = "EncodingError";
    this.line = line;
  }
}

/** Decodes the bytes of a file, in UTF-8 or UTF-16. Throws an EncodingError. */
export function textOf(bytes: Buffer): string {
  try {
    return decodedText(bytes);
  } catch (error) {
    throw new EncodingError(messageOf(error), lineOfTrouble(bytes));
  }
}

function lineOfTrouble(bytes: Buffer): number {
  const newline = 10;
  let line = 0;
  for (let at = 0; at < bytes.length; line += 1) {
    const found = bytes.indexOf(newline, at);
    const end = found < 0 ? bytes.length : found;
    try {
      decodedText(bytes.subarray(at, end));
    } catch {
      return line;
    }
    at = end + 1;
  }
  return 0;
}

const mostFiles = 100_000;

/** Returns the files of the disk. `note` is called with each path before it is looked at. */
export const diskTreeNoting = (note: (path: string) => void): Tree => ({
  kindOf(path) {
    note(path);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return found.isDirectory() ? "folder" : found.isFile() ? "file" : "stream";
  },
  read(path) {
    note(path);
    return textOf(readBounded(path, largestObjects));
  },
  below: (folder, isWanted) => filesBelow(folder, isWanted, mostFiles, note),
});

/** The files of the disk. */
export const diskTree: Tree = diskTreeNoting(() => undefined);

/**
 * The files of a commit, branch or tag of the repository that the working directory is in. Throws a UsageError if Git
 * does not know it, and for paths outside of the repository.
 */
export function gitTree(revision: string): Tree {
  const commit = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`])?.trim();
  if (commit === undefined) throw new UsageError(`"${revision}" is neither a path nor a revision that Git knows`);
  const top = git(["rev-parse", "--show-toplevel"])?.trim() ?? "";
  const listed = git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]) ?? "";
  const files = new Set(listed.split("\0").filter((name) => name !== ""));
  /** A path from the top of the repository; "" for the top itself. */
  const clean = (path: string): string => {
    const found = relative(top, join(realpathSync("."), path.startsWith("/") ? relative(".", path) : path));
    if (/^\.\.(?:\/|$)/.test(found)) throw new UsageError(`${path} is not in the repository that has ${revision}`);
    return found;
  };
  const within = (folder: string): readonly string[] =>
    folder === "" ? [...files] : [...files].filter((file) => file.startsWith(`${folder}/`));
  const isHidden = (name: string): boolean => name.startsWith(".") || name === "node_modules";
  return {
    kindOf(path) {
      const name = clean(path);
      if (files.has(name)) return "file";
      return within(name).length > 0 ? "folder" : undefined;
    },
    read(path) {
      const text = git(["cat-file", "blob", `${commit}:${clean(path)}`]);
      if (text === undefined) throw new Error(`${revision} has no ${path}`);
      return text;
    },
    below(folder, isWanted) {
      const from = clean(folder);
      const found = within(from).map((file) => posix.relative(from, file));
      return found
        .filter((file) => isWanted(posix.basename(file)) && !file.split("/").some(isHidden))
        .map((file) => posix.join(folder, file))
        .toSorted();
    },
  };
}

/** Runs Git; undefined if it fails. */
function git(args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: largestObjects,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError("a revision wants the program git, which is not there");
    return undefined;
  }
}

/** The files of a tree as kustomizations read them. */
export const filesOf = (tree: Tree): Files => ({
  read: (path) => Promise.resolve(tree.kindOf(path) === "file" ? tree.read(path) : undefined),
  list(path) {
    const folder = path === "" ? "." : path;
    if (tree.kindOf(folder) !== "folder") return Promise.resolve(undefined);
    return Promise.resolve(tree.below(folder, () => true).map((file) => posix.relative(folder, file)));
  },
  write: (path) => Promise.reject(new Error(`${path} is not written: nothing is`)),
});
