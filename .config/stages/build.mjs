import { executePackage } from "../execute.mjs";

/** Runs the production build. */
export async function build() {
  const { status, output } = await executePackage("vite", ["build"]);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}
