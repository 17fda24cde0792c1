import type { Sought } from "./find-element.ts";
import type { Surface } from "./surface.ts";

export const commandLine = { role: "textbox", name: "Command line" } as const;

/** Runs a command in the terminal that a surface shows, and waits for a part of its output. */
export async function runCommand(
  surface: Surface,
  command: string,
  output: string,
  line: Sought = commandLine,
): Promise<void> {
  await surface.fill(line, command);
  await surface.press("Enter");
  await surface.waitUntil({ role: "article", name: command }, output);
}
