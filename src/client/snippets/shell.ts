const plain = /^[\w@%+=:,./-]+$/;

/** Returns a word of a shell command, quoted if necessary. */
export const shellWord = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Joins the words of a command, breaking long commands into several lines. */
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

/** Returns a command with a text as its standard input (a here-document). */
export function withInput(command: string, text: string): string {
  let end = "EOF";
  while (text.split("\n").includes(end)) end += "_";
  return `${command} <<'${end}'\n${text.endsWith("\n") ? text : `${text}\n`}${end}`;
}
