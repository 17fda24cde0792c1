// The stages of npm test. A stage returns { passed, failed, output? }; one that throws counts as failed.
import { build } from "./stages/build.mjs";
import { browser } from "./stages/browser.mjs";
import { browsers } from "./stages/browsers.mjs";
import { format } from "./stages/format.mjs";
import { generated } from "./stages/generated.mjs";
import { layers } from "./stages/layers.mjs";
import { lint, types } from "./stages/static.mjs";
import { builtPackage, conformance, expectations, kubectl, oracle, unit } from "./stages/tests.mjs";
import { sizes } from "./stages/sizes.mjs";

/**
 * In the order in which they start, with the longest early. `after`: stages that must pass first; `alone`: no other
 * stage runs at the same time, since it keeps both cores busy and waits for pages.
 */
export const stages = [
  { name: "format", run: format },
  { name: "unit", run: unit },
  { name: "types", run: types },
  { name: "lint", run: lint },
  { name: "generated", run: generated },
  { name: "layers", run: layers },
  { name: "build", run: build },
  { name: "package", run: builtPackage },
  { name: "kubectl", run: kubectl },
  { name: "conformance", run: conformance },
  { name: "oracle", run: oracle },
  { name: "expectations", run: expectations },
  { name: "sizes", run: sizes, after: ["build"] },
  { name: "browser", run: browser, after: ["build"], alone: true },
  { name: "browsers", run: browsers, after: ["build"], alone: true },
];
