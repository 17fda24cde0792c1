// Bundles TypeScript programs and prints the files to run: node .config/bundle-cli.mjs ENTRY.ts ...
import { bundleForNode } from "./bundle.mjs";

for (const entry of process.argv.slice(2)) console.log(await bundleForNode(entry));
