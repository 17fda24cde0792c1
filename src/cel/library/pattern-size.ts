/**
 * Returns at least the number of instructions that a regular expression compiles to, without compiling it: each
 * character is one, times the bounds of the repetitions around it. Invalid patterns have a size as well.
 */
export function programSize(source: string): number {
  const open: number[] = [];
  let [total, last] = [0, 0];
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    const bound = char === "{" ? boundAt(source, at) : undefined;
    if (bound !== undefined) {
      total += last * (bound - 1);
      last *= bound;
    } else if (char === "(") {
      open.push(total);
      total++;
    } else if (char === ")") {
      last = ++total - (open.pop() ?? total);
    } else {
      if (char === "\\") at++;
      last = 1;
      total++;
    }
  }
  return total;
}

const bounds = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;

/** Returns how often a part is written out for the bounds at an offset; undefined if there are none. */
function boundAt(source: string, at: number): number | undefined {
  bounds.lastIndex = at;
  const match = bounds.exec(source);
  return match === null ? undefined : Math.max(Number(match[1]), Number(match[2] ?? 0), 1);
}
