// kubepad: the command of the published package.
import { runCommand } from "./run-command.ts";

await runCommand("kubepad", process.argv.slice(2));
