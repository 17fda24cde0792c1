import { ensureBrowsers } from "../browsers.mjs";
import { execute } from "../execute.mjs";
import { newerFeatures } from "../newer-features.mjs";

/** Node before 22 has the browser's WebSocket behind an option. */
const options = typeof WebSocket === "undefined" ? ["--experimental-websocket"] : [];

/**
 * Checks that the build uses nothing that the oldest browsers lack but what is known to be optional, and does what
 * people do with the page in Firefox and in WebKit. A browser that cannot be installed is left out, with a note.
 */
export async function browsers() {
  const features = newerFeatures();
  const missing = Object.entries(ensureBrowsers()).flatMap(([name, found]) => (found === undefined ? [name] : []));
  const { status, output } = await execute(process.execPath, [...options, ".config/run.mjs", "e2e/browsers/main.ts"]);
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(output)?.map(Number) ?? [];
  const failures = status !== 0 && failed === 0 ? 1 : failed;
  return {
    passed: features.passed + passed,
    failed: features.problems.length + failures,
    output: [...features.problems, output].join("\n"),
    note: missing.map((name) => `${name} is not installed and was left out`).join("; "),
  };
}
