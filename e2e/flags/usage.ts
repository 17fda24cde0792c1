/** A flag as usage tells it. */
export interface ToldFlag {
  readonly section: string;
  readonly name: string;
  /** As pflag names it; empty for booleans. */
  readonly type: string;
  readonly default: string;
  readonly deprecated: string;
}

const heading = /^ {2}(?:-\w, | {4})--([\w-]+)(?:\[=\w+\])?(?: (\S+))? {2,}(.*)$/;

/** Reads the flags of the usage that kube-apiserver prints. */
export function flagsOfUsage(usage: string): readonly ToldFlag[] {
  const found: { section: string; name: string; type: string; text: string }[] = [];
  let section = "";
  for (const line of usage.split("\n")) {
    const [, title] = /^(\S.*) flags:$/.exec(line) ?? [];
    if (title !== undefined) section = title.toLowerCase();
    const [, name, type = "", text = ""] = heading.exec(line) ?? [];
    const last = found.at(-1);
    if (name !== undefined) found.push({ section, name, type, text });
    else if (line.startsWith(" ") && last !== undefined) last.text += ` ${line.trim()}`;
  }
  return found.map(({ text, ...flag }) => ({
    ...flag,
    default: defaultIn(text),
    deprecated: /\(DEPRECATED: (.*)\)$/.exec(text)?.[1] ?? "",
  }));
}

/** Returns the default at the end of a flag's text, as it is written on a command line. */
function defaultIn(text: string): string {
  const [, said = ""] = /\(default ("[^"]*"|\[[^\]]*\]|[^()\s]+)\)(?: \(DEPRECATED: .*\))?$/.exec(text) ?? [];
  return said.replace(/^[["]|[\]"]$/g, "");
}
