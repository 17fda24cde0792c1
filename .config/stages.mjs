// The stages of npm test. A stage returns { passed, failed, output? }, or such a result for each of its parts by name;
// one that throws counts as failed.
import { build } from "./stages/build.mjs";
import { browser } from "./stages/browser.mjs";
import { browsers } from "./stages/browsers.mjs";
import { format } from "./stages/format.mjs";
import { generated } from "./stages/generated.mjs";
import { layers } from "./stages/layers.mjs";
import { lint, types } from "./stages/static.mjs";
import { conformance, expectations, oracle, tests, worker } from "./stages/tests.mjs";
import { sizes } from "./stages/sizes.mjs";

/** What the page and its frames are made of, and their tests; the server in the worker has stages of its own. */
const page = [
  /^src\/(ui|embed|worker|share|lessons|recorder|scenarios)\//,
  /^src\/(browser|embed)\.ts/,
  /^(public|docs)\/|^index\.html/,
  /^e2e\/(ui|embed|hosts|worker|lessons|conformance|expectations)\//,
  /^e2e\/install-packages\.ts/,
];
const server = [/^src\/(?!ui\/|embed\/|kubectl\/|lessons\/|scenarios\/|share\/)/];
const config = [/^\.config\//, /^package-lock\.json/, /^vite\.config\.ts/];

/**
 * In the order in which they start once there are cores for them.
 * - `cores`: how many cores the stage keeps busy beside others, otherwise 1. All stages together keep busy those that
 *   there are. Records wait for watches, controllers and deadlines most of the time, so they run beside the tests.
 * - `after`: stages that must pass first.
 * - `parts`: stages that `--only` names and the summary lists, and that run in one process.
 * - `touchedBy`: the files whose change makes `--changed` run the stage, otherwise all.
 */
export const stages = [
  { name: "format", run: format },
  { name: "layers", run: layers },
  { name: "lint", run: lint },
  { name: "types", run: types, cores: 2 },
  { name: "generated", run: generated, touchedBy: [...config, ...server] },
  { name: "build", run: build, cores: 2, touchedBy: [...config, ...page, ...server] },
  { name: "sizes", run: sizes, after: ["build"], touchedBy: [...config, ...page, ...server] },
  { name: "tests", parts: ["unit", "kubectl", "package"], run: tests },
  { name: "expectations", run: expectations, cores: 0.5, touchedBy: [...config, ...server, /^e2e\/expectations\//] },
  {
    name: "worker",
    run: worker,
    cores: 0.25,
    touchedBy: [...config, ...server, /^e2e\/(expectations|conformance|worker-thread)\//],
  },
  { name: "conformance", run: conformance, cores: 0.25, touchedBy: [...config, ...server, /^e2e\/conformance\//] },
  { name: "oracle", run: oracle, touchedBy: [...config, ...server, /^src\/kubectl\//, /^e2e\/oracle\//] },
  { name: "browser", run: browser, after: ["build"], cores: 2, touchedBy: [...config, ...page] },
  { name: "browsers", run: browsers, after: ["build"], cores: 2, touchedBy: [...config, ...page] },
];
