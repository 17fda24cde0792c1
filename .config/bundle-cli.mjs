// Bundles a TypeScript program and prints the file to run: node .config/bundle-cli.mjs ENTRY.ts
import { bundleForNode } from "./bundle.mjs";

console.log(await bundleForNode(process.argv[2]));
