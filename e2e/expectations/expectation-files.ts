import { readLines, recordedPaths } from "../conformance/recorded-files.ts";
import type { Expectation } from "./expectation.ts";

/** The folder of the expectations that are part of the repository. */
export const recordedFolder = "e2e/expectations/recorded";

/** Reads the expectations of files and folders, in the order of their names. */
export const loadExpectations = (paths: readonly string[]): readonly Expectation[] =>
  paths.flatMap(recordedPaths).flatMap((file) => readLines(file).map((line): Expectation => JSON.parse(line)));
