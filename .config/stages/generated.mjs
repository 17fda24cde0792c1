import { outdatedFiles } from "../generate/generate.mjs";

/** Checks that generated files match the output of their generators. */
export async function generated() {
  const outdated = outdatedFiles();
  return {
    passed: outdated.length === 0 ? 1 : 0,
    failed: outdated.length,
    output: outdated.map((path) => `${path} is out of date: npm run generate`).join("\n"),
  };
}
