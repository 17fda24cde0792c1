import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const headlessShell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the program of CHROMIUM_PATH, else the first in PATH that has one of the names; undefined if none has. */
function findProgram(wanted) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...wanted.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return candidates.find((file) => file && isExecutable(file));
}

/** Arguments for running Chromium in a container, without network traffic of its own. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const apt = (...args) =>
  spawnSync("apt-get", args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

const install = (name) =>
  process.getuid?.() === 0 && (apt("install", "-y", name) || (apt("update") && apt("install", "-y", name)));

/** Finds Chromium, or installs Debian's package; otherwise throws an error that explains what to do. */
export function ensureChromium() {
  const found = findProgram(names) ?? (install("chromium") ? findProgram(names) : undefined);
  if (found) return found;
  throw new Error("no Chromium: install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH");
}

/**
 * Finds Chromium for tests that do not depend on a browser's settings: its headless shell, which takes a third less
 * processor time, or else the whole browser.
 */
export const ensureHeadlessChromium = () => findProgram([headlessShell]) ?? ensureChromium();

/** Makes both of them ready, before the first test asks. Throws as `ensureChromium` does. */
export function installBrowsers() {
  ensureChromium();
  if (findProgram([headlessShell]) === undefined) install(headlessShell);
}
