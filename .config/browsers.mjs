import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findInPath, installPackages, isExecutable } from "./chromium.mjs";

const packages = { firefox: ["firefox-esr"], webkit: ["webkit2gtk-driver", "xvfb"] };

/** Returns WebKitGTK's small browser, which Debian keeps beside the library: `/usr/lib/TRIPLET/webkit2gtk-4.1`. */
function findMiniBrowser() {
  const folders = ["/usr/lib", "/usr/libexec", "/usr/lib64"].flatMap((folder) => [folder, ...subfolders(folder)]);
  const files = folders.flatMap((folder) =>
    subfolders(folder)
      .filter((name) => /\/webkit2?gtk-[\d.]+$/.test(name))
      .map((name) => join(name, "MiniBrowser")),
  );
  return files.find(isExecutable);
}

const subfolders = (folder) => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
};

function findWebKit() {
  const driver = findInPath(["WebKitWebDriver"]);
  const xvfb = findInPath(["Xvfb"]);
  const miniBrowser = findMiniBrowser();
  return driver && xvfb && miniBrowser ? { driver, xvfb, miniBrowser } : undefined;
}

/** Finds Firefox and the programs of WebKit; undefined for what is not installed. */
export const findBrowsers = () => ({ firefox: findInPath(["firefox-esr", "firefox"]), webkit: findWebKit() });

/** Finds the browsers, and installs Debian's packages of those that are missing where it may. */
export function ensureBrowsers() {
  const missing = Object.entries(findBrowsers()).filter(([, found]) => found === undefined);
  for (const [name] of missing) installPackages(packages[name]);
  return findBrowsers();
}
