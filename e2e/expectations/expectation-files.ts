import { readLines, recordedPaths } from "../conformance/recorded-files.ts";
import type { Expectation } from "./expectation.ts";

/**
 * The folders of the expectations that are part of the repository: vendored ones, and the project's own, which follow
 * upstream's conformance tests and its rules for built-in kinds.
 */
export const expectationFolders = ["e2e/expectations/recorded", "e2e/expectations/own"];

/** Reads the expectations of files and folders, in the order of their names. */
export const loadExpectations = (paths: readonly string[]): readonly Expectation[] =>
  paths.flatMap(recordedPaths).flatMap((file) => readLines(file).map((line): Expectation => JSON.parse(line)));
