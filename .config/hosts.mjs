// npm run hosts -- [NAMES]: builds sites with the generators of docs/embedding.md and looks at their pages in Chromium.
// NAMES are folders of e2e/hosts, or site for the documentation, separated by commas; all by default, which needs
// npm run docs as well. The page must have been built: npm run build.
import { spawnSync } from "node:child_process";
import { freePort } from "./free-port.mjs";
import { root } from "./root.mjs";

const [names = "all"] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ["node_modules/@playwright/test/cli.js", "test", "--config", ".config/playwright.config.ts", "e2e/hosts"],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, KUBEPAD_HOSTS: names, KUBEPAD_PORT: String(await freePort()) },
  },
);
process.exitCode = status ?? 1;
