import { chunkCycles } from "../chunk-cycles.mjs";
import { executePackage } from "../execute.mjs";
import { readBuilds } from "../recorded-builds.mjs";

/** Runs the production build, and refuses chunks that import each other in a circle. */
export async function build() {
  const { status, output } = await executePackage("vite", ["build"]);
  if (status !== 0) return { passed: 0, failed: 1, output };
  const cycles = Object.values(readBuilds()).flatMap(chunkCycles);
  if (cycles.length === 0) return { passed: 1, failed: 0 };
  const lines = cycles.map((cycle) => `chunks import each other in a circle: ${cycle.join(" → ")}`);
  return { passed: 0, failed: 1, output: lines.join("\n") };
}
