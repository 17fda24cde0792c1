import { readLines, recordedPaths } from "../conformance/recorded-files.ts";
import type { Expectation } from "./expectation.ts";

/**
 * The folders of the expectations that are part of the repository: those that were handed to it, and its own, which
 * follow the steps of upstream's conformance tests.
 */
export const expectationFolders = ["e2e/expectations/recorded", "e2e/expectations/behaviours"];

/** Reads the expectations of files and folders, in the order of their names. */
export const loadExpectations = (paths: readonly string[]): readonly Expectation[] =>
  paths.flatMap(recordedPaths).flatMap((file) => readLines(file).map((line): Expectation => JSON.parse(line)));
