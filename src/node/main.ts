// npm run serve: the API server over HTTP.
import { runCommand } from "./run-command.ts";

await runCommand("npm run serve --", process.argv.slice(2));
