import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const headlessShell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Whether a file can be run. */
export const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the first program in PATH that has one of the names; undefined if none has. */
export function findInPath(wanted) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Returns the program of CHROMIUM_PATH, else the first in PATH that has one of the names; undefined if none has. */
const findProgram = (wanted) =>
  [process.env.CHROMIUM_PATH].find((file) => file && isExecutable(file)) ?? findInPath(wanted);

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

/** Arguments for the headless shell, which draws without a process for it: that takes a twentieth less time. */
export const headlessArguments = [...chromiumArguments, "--in-process-gpu"];

const apt = (...args) =>
  spawnSync("apt-get", args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

/** Installs Debian's packages, as root; otherwise returns false. */
export const installPackages = (names) =>
  process.getuid?.() === 0 && (apt("install", "-y", ...names) || (apt("update") && apt("install", "-y", ...names)));

/** Finds Chromium, or installs Debian's package; otherwise throws an error that explains what to do. */
export function ensureChromium() {
  const found = findProgram(names) ?? (installPackages(["chromium"]) ? findProgram(names) : undefined);
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
  if (findProgram([headlessShell]) === undefined) installPackages([headlessShell]);
}
