import { executePackage } from "../execute.mjs";
import { checkerEnvironment, checkerOptions } from "../type-checker.mjs";

/** What the type checker keeps of an earlier run, so that it checks only what a change can have touched. */
const buildInfo = ["--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"];

/** Runs the type checker; reports one passed check, or the number of errors. */
export async function types() {
  const options = ["--noEmit", "--pretty", "false", ...buildInfo, ...checkerOptions, "-p", "."];
  const { status, output } = await executePackage("tsc", options, { env: checkerEnvironment });
  const errors = output.match(/error TS\d+/g)?.length ?? 0;
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: Math.max(1, errors), output };
}

/** Runs the linter; reports one passed check, or the number of errors. */
export async function lint() {
  const { status, output } = await executePackage("oxlint", [
    "--config",
    ".config/oxlint.json",
    "--type-aware",
    "--deny-warnings",
    "--format",
    "unix",
    "src",
    "e2e",
    ".config",
    "vite.config.ts",
  ]);
  const problems = Number(/(\d+) problems?/.exec(output)?.[1] ?? 0);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: Math.max(1, problems), output };
}
