// Installs one definition on a fresh server and prints how long that took, and how long JSON.parse of it takes, in
// milliseconds.
//   node .config/run.mjs e2e/bench/cold-install.ts SEED SIZE
import { generateDefinition } from "./generated-definition.ts";
import { openDefinitionServer, parseMs } from "./install-definition.ts";

const [seed = 1, size = 200_000] = process.argv.slice(2).map(Number);
/** The time for controllers to settle after the server starts. */
const restMs = 500;
const definition = generateDefinition(seed, size);
const server = await openDefinitionServer();
await new Promise((resolve) => setTimeout(resolve, restMs));
const subject = await server.install(definition);
const floor = parseMs(definition.text, subject);
console.log(JSON.stringify({ subject, floor }));
await server.close();
process.exit(0);
