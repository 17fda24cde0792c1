import { closeSync, openSync, readSync } from "node:fs";
import { ConfigurationError } from "../component-base/configuration-error.ts";

const megabyte = 1_000_000;

/** The most bytes of a file of settings: tokens, policies, certificates. */
export const largestSettings = 16 * megabyte;

/** The most bytes of a file of objects. */
export const largestObjects = 256 * megabyte;

const partSize = 65_536;

/**
 * Reads a file, a pipe or standard input (by its descriptor) up to a number of bytes. Throws a ConfigurationError if
 * there are more, so that no file can take all memory.
 */
export function readBounded(file: string | number, most: number): Buffer {
  const descriptor = typeof file === "number" ? file : openSync(file, "r");
  try {
    const parts: Buffer[] = [];
    let length = 0;
    for (let part = readPart(descriptor); part.length > 0; part = readPart(descriptor)) {
      length += part.length;
      if (length > most)
        throw new ConfigurationError(`${nameOf(file)} is larger than ${Math.floor(most / megabyte)} MB`);
      parts.push(part);
    }
    return Buffer.concat(parts, length);
  } finally {
    if (typeof file === "string") closeSync(descriptor);
  }
}

/** Reads a text file of settings. */
export const readSettings = (file: string): string => readBounded(file, largestSettings).toString("utf8");

/** Reads a text file of settings that a flag names, as readConfigurationBytes does. */
export const readConfigurationFile = (file: string): string => readConfigurationBytes(file).toString("utf8");

/** Reads a file of settings that a flag names; throws a ConfigurationError with Go's message if it cannot be opened. */
export function readConfigurationBytes(file: string): Buffer {
  try {
    return readBounded(file, largestSettings);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const problem = openProblems.get(code);
    if (problem === undefined) throw cause;
    throw new ConfigurationError(`${problem[0]} ${file}: ${problem[1]}`, { cause });
  }
}

const openProblems: ReadonlyMap<string, readonly [call: string, problem: string]> = new Map([
  ["ENOENT", ["open", "no such file or directory"]],
  ["EACCES", ["open", "permission denied"]],
  ["ENOTDIR", ["open", "not a directory"]],
  ["EISDIR", ["read", "is a directory"]],
]);

const nameOf = (file: string | number): string => (typeof file === "string" ? file : "standard input");

function readPart(descriptor: number): Buffer {
  const part = Buffer.allocUnsafe(partSize);
  for (;;) {
    try {
      return part.subarray(0, readSync(descriptor, part, 0, partSize, null));
    } catch (error) {
      if (!isEarly(error)) throw error;
    }
  }
}

/** Whether a pipe that does not block has no bytes yet. */
const isEarly = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAGAIN";
