import type { Run } from "../invocation.ts";
import { flagGroups, flagRows } from "./flag-tables.ts";

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

/** What flags have for a value where none is given, by their types. */
const initialValues: Readonly<Record<string, string>> = { s: "''", b: "false", i: "0", d: "0s", l: "[]", a: "[]" };

/** `kubectl options`: the flags that every command takes, with their values where none are given. */
export const printOptions: Run = async ({ out }) => {
  const rows = (flagGroups["global"] ?? "").split(" ").filter((row) => !row.includes("help:"));
  const lines = rows.map((row) => {
    const [, shorthand, name = "", type = "", initial] = /^(?:(\w),)?([^:]+):(\w)(?:=(.*))?$/.exec(row) ?? [];
    const value = initial === undefined ? initialValues[type] : type === "s" ? `'${initial}'` : initial;
    return `    ${shorthand === undefined ? "" : `-${shorthand}, `}--${name}=${value}\n`;
  });
  out(`The following options can be passed to any command:\n\n${lines.join("")}`);
};
