import { pathToFileURL } from "node:url";
import { TestRunner } from "vitest";

/** Runs Vitest's tests from files that Node imports by their own names: others need Vitest's hooks to be resolved. */
export default class PlainRunner extends TestRunner {
  /** Imports a file of tests. */
  importFile(file) {
    return import(pathToFileURL(file).href);
  }
}
