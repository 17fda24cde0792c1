// npm start: installs missing packages, builds the app and serves it: npm start -- [--port N]
import { ensurePackages } from "./packages.mjs";
import { root } from "./root.mjs";

ensurePackages();
console.log("Building the page, which takes about half a minute");
const { build } = await import("vite");
await build({ root, logLevel: "warn" });
await import("./preview.mjs");
