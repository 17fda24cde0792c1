import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the Chromium of CHROMIUM_PATH, else the first one in PATH; undefined if there is none. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
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

/** Finds Chromium, or installs Debian's package; otherwise throws an error that explains what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (
    process.getuid?.() === 0 &&
    (apt("install", "-y", "chromium") || (apt("update") && apt("install", "-y", "chromium")))
  ) {
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error("no Chromium: install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH");
}
