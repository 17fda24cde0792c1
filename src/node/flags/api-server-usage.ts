import { flagTable, type FlagRow } from "./flag-table.ts";

const titles = (section: string): string => `${section.slice(0, 1).toUpperCase()}${section.slice(1)} flags:`;

/** Returns the usage of the program `kubepad-apiserver`: all flags, in the sections of kube-apiserver. */
export function apiServerUsage(name: string): string {
  const shown = flagTable.filter(({ hidden }) => hidden !== true);
  const width = Math.max(...shown.map((row) => heading(row).length));
  const sections = [...new Set(shown.map(({ section }) => section))];
  return [
    `Kubepad as kube-apiserver ${release}: the Kubernetes API server with its own storage. Every flag of kube-apiserver is known:`,
    "it acts, is accepted without effect (marked “no effect”), or is refused unless it has its default value.",
    "",
    `Usage:\n  ${name} [flags]`,
    ...sections.flatMap((section) => [
      "",
      titles(section),
      "",
      ...shown
        .filter((row) => row.section === section)
        .map((row) => `${heading(row).padEnd(width)}   ${describe(row)}`),
    ]),
  ].join("\n");
}

const release = "1.34";

const heading = ({ name, shorthand, type }: FlagRow): string =>
  `  ${shorthand === undefined ? "    " : `-${shorthand}, `}--${name}${type === "bool" ? "" : ` ${type}`}`;

const marks = { acts: "", ignored: "no effect: ", refused: "refused: " } as const;

const describe = ({ effect, note, type, default: value, deprecated }: FlagRow): string =>
  [
    marks[effect] + note,
    ...(value === "" || value === "false" || value === "0" ? [] : [`(default ${quoted(type, value)})`]),
    ...(deprecated === undefined ? [] : [`(DEPRECATED: ${deprecated})`]),
  ].join(" ");

const quoted = (type: FlagRow["type"], value: string): string =>
  type === "string" ? JSON.stringify(value) : type === "strings" ? `[${value}]` : value;
