/** A line that a page shows, with its index among all that it shows. */
export interface WantedLine {
  readonly text: string;
  readonly index: number;
}

/**
 * What kubectl says besides the output: of flags and profiles that newer releases have deprecated, of the container
 * that it has chosen, and of a session that it has opened. Pages that older releases printed do not have it.
 */
const notices: readonly RegExp[] = [
  /^Flag --[\w-]+ has been deprecated, /,
  /^--profile=legacy is deprecated and will be removed/,
  /^Defaulted container "[^"]+" out of: /,
  /^All commands and output from this session will be recorded in container logs/,
  /^Warning: resource \S+ is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation which is required by /,
];
/** What kubectl says while it waits for a pod, which may be ready at once, and of the prompt in it. */
const session =
  /^Waiting for pod \S+ to be running, status is \w+, pod ready: (?:true|false)$|^Hit enter for command prompt$|^If you don't see a command prompt, try pressing enter\.$/;
/** How far a rollout is, which is told as often as it changes while one looks. */
const progress =
  /^Waiting for (?:deployment "[^"]+" |daemon set "[^"]+" )?rollout to finish: |^Waiting for \d+ pods to be ready/;
const newerNamespace = /^kube-(?:node-lease|public)\s+Active\s/;
/** The prompt of a shell, behind which nothing was typed yet. */
const prompt = /^\s*(?:[\w.-]+@[\w.-]+:\S*|[~/][\w./-]*)?\s?[#$]\s*$/;

/** Leaves out a prompt at the end of what a page shows: it is there for the reader's next line. */
export function withoutPrompt(lines: readonly WantedLine[]): readonly WantedLine[] {
  const last = lines.findLast(({ text }) => text.trim() !== "");
  return last !== undefined && lines[0] !== last && prompt.test(last.text)
    ? lines.filter((line) => line !== last)
    : lines;
}

/**
 * Leaves out notices that a page does not show, and the progress of a rollout whose end is shown: how often it is told
 * depends on when one looks. A page that shows nothing but progress is compared with it.
 */
export function withoutNotices(
  wanted: readonly WantedLine[],
  printed: readonly string[],
  isSimilar: (expected: string, got: string) => boolean,
): { readonly wanted: readonly WantedLine[]; readonly got: readonly string[] } {
  const isSession = (line: string): boolean => session.test(line.trim());
  const isShown = (line: string): boolean => wanted.some(({ text }) => isSimilar(text, line));
  const lasting = wanted.filter(({ text }) => !isSession(text));
  const own = printed.filter(
    (line) => !isSession(line) && (!notices.some((notice) => notice.test(line)) || isShown(line)),
  );
  // namespaces that older releases did not make
  const shown = lasting.map(({ text }) => text.trim().split(/\s+/)[0]);
  const got = own.filter((line) => !newerNamespace.test(line) || shown.includes(line.split(/\s/)[0]));
  const end = lasting.filter(({ text }) => !progress.test(text.trim()));
  if (end.length === 0) return { wanted: lasting, got };
  return { wanted: end, got: got.filter((line) => !progress.test(line)) };
}
