// npm start: installs missing packages, builds the app and serves it: npm start -- [--port N]
import { parseArgs } from "node:util";
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

const usage = "Usage: npm start -- [--port N]";

checkOptions();
ensurePackages();
console.log("Building the page, which takes about half a minute");
const { build } = await import("vite");
await build({ root, logLevel: "warn" });
await import("./preview.mjs");

/** Ends with the usage where it is asked for or not kept, before the time of a build is spent. */
function checkOptions() {
  try {
    const { values } = parseArgs({ options: { port: { type: "string" }, help: { type: "boolean" } } });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    if (!/^\d+$/.test(values.port ?? "0") || Number(values.port ?? 0) > 65_535)
      throw new Error(`--port takes a number up to 65535, not '${values.port}'`);
  } catch ({ message }) {
    console.error(`${message}\n${usage}`);
    process.exit(1);
  }
}
