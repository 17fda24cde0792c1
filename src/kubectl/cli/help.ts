import { flagRows } from "./flag-tables.ts";

/** The help of kubectl itself: its commands. */
export function rootHelp(): string {
  const names = flagRows.map(([name]) => name).filter((name) => !name.includes(" "));
  return `kubectl controls the Kubernetes cluster of this page.\n\nCommands:\n${names.map((name) => `  ${name}\n`).join("")}\nUse "kubectl <command> --help" for a command.\n`;
}

/** The help of a command: its usage, subcommands and flags. */
export function helpOf(command: string): string {
  const row = flagRows.find(([name]) => name === command);
  if (row === undefined) return rootHelp();
  const [, use, flags] = row;
  const under = flagRows.map(([name]) => name).filter((name) => name.startsWith(`${command} `));
  const shown = flags
    .split(" ")
    .filter((flag) => flag !== "")
    .map(
      (flag) =>
        `  ${flag.startsWith("@") ? `(flags of ${flag.slice(1)})` : `--${flag.replace(/^(\w),/, "").split(":")[0]}`}\n`,
    );
  const commands = under.length === 0 ? "" : `\nCommands:\n${under.map((name) => `  ${name}\n`).join("")}`;
  return `Usage:\n  kubectl ${command} ${use}\n${commands}${shown.length === 0 ? "" : `\nFlags:\n${shown.join("")}`}`;
}
