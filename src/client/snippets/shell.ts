const plain = /^[\w@%+=:,./-]+$/;

/** A word of a shell command, quoted where it needs to be. */
export const shellWord = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Words of a command, broken into lines where they would be long. */
export function shellCommand(words: readonly string[]): string {
  const line = words.join(" ");
  if (line.length <= 100) return line;
  const lines: string[] = [];
  for (const word of words) {
    if (lines.length > 0 && !word.startsWith("-")) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines.join(" \\\n  ");
}

/** A command that reads a text as its input. */
export function withInput(command: string, text: string): string {
  let end = "EOF";
  while (text.split("\n").includes(end)) end += "_";
  return `${command} <<'${end}'\n${text.endsWith("\n") ? text : `${text}\n`}${end}`;
}
