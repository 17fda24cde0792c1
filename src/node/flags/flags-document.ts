import type { FlagRow } from "./flag-table.ts";

const words = { acts: "acts", ignored: "no effect", refused: "refused" } as const;

const heading = `# Flags of kubepad-apiserver

Every flag of kube-apiserver 1.34, its default there, and what becomes of it here. It acts, or it is accepted without
effect, which the log says once, or it is refused unless it is left out or says what is so anyhow. The program is
described in [kube-apiserver.md](kube-apiserver.md). This page is made of the table that the program reads
(\`src/node/flags/flag-table.ts\`).
`;

/** Returns the page of the documentation that lists the flags, in Markdown. */
export function flagsDocument(table: readonly FlagRow[]): string {
  const sections = [...new Set(table.map(({ section }) => section))];
  return [
    heading,
    ...sections.flatMap((section) => [
      `## ${section.slice(0, 1).toUpperCase()}${section.slice(1)}`,
      "",
      "| Flag | Type | Default | Here | |",
      "|---|---|---|---|---|",
      ...table.filter((row) => row.section === section).map(lineOf),
      "",
    ]),
  ].join("\n");
}

const lineOf = ({ name, type, default: value, effect, note, deprecated }: FlagRow): string => {
  const cells = [
    `\`--${name}\``,
    type,
    value === "" ? "" : `\`${value}\``,
    words[effect],
    deprecated === undefined ? note : `${note} (deprecated)`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
};
