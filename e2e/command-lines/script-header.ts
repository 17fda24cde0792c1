/**
 * The controllers that a script's servers run: the list of its first line, `# controllers: LIST`, as `--controllers`
 * takes it; undefined for those that run by default.
 */
export function controllersOf(script: string): readonly string[] | undefined {
  const list = /^# controllers: (.+)$/m.exec(script.split("\n", 1)[0] ?? "")?.[1];
  return list?.split(",");
}
