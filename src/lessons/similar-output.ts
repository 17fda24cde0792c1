import { isWebAddress } from "../component-base/parse-web-url.ts";
import { bareWord } from "./bare-word.ts";
import { type WantedLine, withoutNotices, withoutPrompt } from "./notices.ts";
import { isRest, showsPart } from "./similar-forms.ts";
import { fitsWildcards } from "./wildcards.ts";

/**
 * Compares what a command prints with what a page shows, with the tolerance of its readers: ages, times, addresses,
 * uids, revisions, hashes and random endings of names may be others, columns may be wider, and the rows of a table may
 * come in another order where their names end at random. Parts of documents, descriptions and tables may be shown.
 */

/** What one line of a page came to. */
export interface SimilarLine {
  /** The index of the line among those of the page; the last one for lines that are printed after it. */
  readonly index: number;
  readonly holds: boolean;
  readonly expected: string;
  readonly got: string;
}

/** The most lines that are compared in any order. */
const mostRows = 200;

/** Compares lines; one of `...` stands for any number of lines. Empty lines do not count. */
export function similarLines(expected: readonly string[], output: string): readonly SimilarLine[] {
  const printed = output.split("\n").filter((line) => line.trim() !== "");
  const shownLines = withoutPrompt(expected.map((text, index) => ({ text, index })));
  const { wanted, got } = withoutNotices(
    shownLines.filter(({ text }) => text.trim() !== ""),
    printed,
    isSimilar,
  );
  if (wanted.length === 0 && got.length === 0)
    return shownLines.map(({ text, index }) => ({ index, holds: true, expected: text.trim(), got: text.trim() }));
  const inOrder = compareInOrder(wanted, got);
  if (inOrder.every(({ holds }) => holds)) return inOrder;
  const rows = sameRows(wanted, got);
  if (rows !== undefined) return rows;
  const shown = wanted.filter(({ text }) => !isRest(text));
  const texts = wanted.map(({ text }) => text);
  if (!showsPart(texts, got, isSimilar)) return inOrder;
  return shown.map(({ text, index }) => ({ index, holds: true, expected: text.trim(), got: text.trim() }));
}

function compareInOrder(wanted: readonly WantedLine[], got: readonly string[]): readonly SimilarLine[] {
  const lines: SimilarLine[] = [];
  let [at, free] = [0, false];
  for (const { text, index } of wanted) {
    if (isRest(text)) {
      free = true;
      continue;
    }
    const found = free ? got.findIndex((line, i) => i >= at && isSimilar(text, line)) : at;
    const line = got[found < 0 ? at : found];
    const holds = line !== undefined && isSimilar(text, line);
    lines.push({ index, holds, expected: text.trim(), got: line === undefined ? "nothing" : line.trim() });
    at = (found < 0 ? at : found) + 1;
    free = false;
  }
  const more = got[at];
  if (!free && more !== undefined)
    lines.push({ index: wanted.at(-1)?.index ?? 0, holds: false, expected: "no more lines", got: more.trim() });
  return lines;
}

/** Whether the rows below the head of a table are the same in another order; undefined if they are not. */
function sameRows(wanted: readonly WantedLine[], got: readonly string[]): readonly SimilarLine[] | undefined {
  const [head, ...rows] = wanted;
  const isTable =
    head !== undefined && /^\s*[A-Z][A-Z-]+(?:\s|$)/.test(head.text) && isSimilar(head.text, got[0] ?? "");
  if (!isTable || wanted.length !== got.length || got.length > mostRows) return undefined;
  const left = got.slice(1);
  const printed = [got[0] ?? ""];
  for (const { text } of rows) {
    const at = left.findIndex((line) => isSimilar(text, line));
    if (at < 0) return undefined;
    printed.push(...left.splice(at, 1));
  }
  return wanted.map(({ text, index }, i) => ({
    index,
    holds: true,
    expected: text.trim(),
    got: printed[i]?.trim() ?? "",
  }));
}

/** The longest line whose words are compared one by one. */
const longestLine = 20_000;

/** A line about CPUs, in which `500m` is no age. */
const amounts = /^\s*(?:\{?map\[)?cpu\b|\bcpu usage\b|cpu=/;

/** Whether a printed line is what a reader of the other one expects. */
export function isSimilar(expected: string, got: string): boolean {
  if (expected.trim() === got.trim()) return true;
  if (expected.length > longestLine || got.length > longestLine) return false;
  // kubectl has told the namespace since 1.33
  const [, deleted] = /^(.* "[^"]+" (?:force )?deleted) from \S+ namespace$/.exec(got.trim()) ?? [];
  if (deleted !== undefined && expected.trim().endsWith(" deleted")) return isSimilar(expected, deleted);
  const formerly = sameWrite(expected.trim(), got.trim());
  if (formerly !== undefined) return formerly;
  const inOldWords = formerWords.find(([printed]) => printed.test(got.trim()));
  if (inOldWords !== undefined && isSimilar(expected, got.trim().replace(...inOldWords))) return true;
  const [wanted, printed] = [wordsOf(expected), wordsOf(got)];
  if (amounts.test(expected) && wanted.some((word, i) => /^\d+m[;,]?$/.test(word) && word !== printed[i])) return false;
  let [at, free] = [0, false];
  for (const word of wanted) {
    if (word === "..." || word === "…") {
      free = true;
      continue;
    }
    const found = free ? printed.findIndex((each, i) => i >= at && sameWord(word, each)) : at;
    const next = printed[found];
    if (next === undefined || !sameWord(word, next)) return false;
    at = found + 1;
    free = false;
  }
  return free || at === printed.length;
}

/** What newer releases print, with what older ones did in its place. */
const formerWords: readonly (readonly [printed: RegExp, formerly: string])[] = [
  [/^No resources found in \S+ namespace\.$/, "No resources found."],
  [/ \((?:server )?dry run\)$/, ""],
  [/^The following compatible plugins are available:$/, "The following kubectl-compatible plugins are available:"],
  [/^(Error from server \(\w+\): Unable to list )"([\w.-]+)\/(\w+), Resource=(\w+)"/, '$1{"$2" "$3" "$4"}'],
  [/(?<=\s)kubernetes\.io\/metadata\.name=[\w-]+$/, "<none>"],
  [/(\s)kubernetes\.io\/metadata\.name=[\w-]+,(?=\S)/, "$1"],
  [/^((?:Labels:\s+)?)batch\.kubernetes\.io\/((?:controller-uid|job-name)=\S+)$/, "$1$2"],
  [/^(Address 1: [\d.]+) kube-dns\.kube-system\.svc\.cluster\.local$/, "$1"],
  [/^(\w+)\.[\w.-]+\/(\S+) with revision #(\d+)$/, '$1s "$2" revision $3'],
  [/^(deployment|daemonset|statefulset)\.apps\/([^\s"]+)$/, '$1s "$2"'],
  [/^(Selector:\s+)batch\.kubernetes\.io\/(controller-uid=\S+)$/, "$1$2"],
  [/^\p{Extended_Pictographic}\uFE0F?\s+(?=\S)/u, ""],
];

/** Whether a write is told as kubectl told it before 1.12, `pod "web" created`; undefined for other lines. */
function sameWrite(expected: string, got: string): boolean | undefined {
  const [, kind, name = "", verb] = /^([a-z]+?)s? "([^"\s]+)" ([a-z]+)$/.exec(expected) ?? [];
  const [, gotKind, gotName = "", gotVerb] = /^([a-z]+)(?:\.[a-z0-9.-]+)?\/(\S+) ([a-z]+)$/.exec(got) ?? [];
  if (kind === undefined || gotKind === undefined || verb !== gotVerb) return undefined;
  return kind === gotKind.replace(/s$/, "") && (name === gotName || sameName(name, gotName));
}

const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

/** What may be another each time, with what stands for it. The order counts: longer texts come first. */
// oxfmt-ignore
const changing: readonly (readonly [pattern: RegExp, stands: string])[] = [
  [new RegExp(`\\b${day}, \\d{1,2} ${month} \\d{4} \\d{2}:\\d{2}:\\d{2} (?:[+-]\\d{4}|[A-Z]{3,4})`, "g"), "<time>"],
  [new RegExp(`\\b${day} ${month} +\\d{1,2} \\d{2}:\\d{2}:\\d{2} (?:[A-Z]{3,4} )?\\d{4}`, "g"), "<time>"],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?(?: m=[+\d.]+)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uid>"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  [/\b(?:sha256:)?[0-9a-f]{32,}\b/g, "<hash>"],
  [/\b(?:docker|containerd|cri-o):\/\/(?=<hash>)/g, "<runtime>://"],
  [/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g, "<address>"],
  [/^(https?:\/\/<address>):[3-6]\d{4}(?=\/?$)/g, "$1:<port>"],
  [/(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4})+(?![\w:.])/gi, "<address>"],
  [/\bpod-template-hash([=:])[a-z0-9]{6,10}\b/g, "pod-template-hash$1<hash>"],
  [/(resource ?version"?:\s*)"?\d+"?/gi, "$1<revision>"],
  [/\b(\d{1,5}):3[0-2]\d{3}\/(TCP|UDP|SCTP)\b/g, "$1:<nodePort>/$2"],
  [/^(Node:\s+)[\w.-]+\/(?=<address>)/g, "$1<node>/"],
  [/^(Forwarding from (?:<address>|\[::1\]):)[3-6]\d{4}(?= -> )/g, "$1<port>"],
  [/\b(Successfully assigned \S+ to) [\w.-]+$/g, "$1 <node>"],
  [/(nodePort"?:\s+(?:(?:<unset>|[\w-]+)\s+)?)3[0-2]\d{3}\b/gi, "$1<nodePort>"],
];

function wordsOf(line: string): readonly string[] {
  let text = line.trim();
  for (const [pattern, stands] of changing) text = text.replace(pattern, stands);
  return text.split(/\s+/);
}

const duration = /^(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s)?(?:\d+(?:\.\d+)?ms)?$/;
const isDuration = (text: string): boolean => text !== "" && duration.test(text);

/** What a page writes in place of a value: `<some-time>`. kubectl itself prints `<none>` and the like. */
const placeholder =
  /^<(?!(?:none|unset|unknown|pending|nil|invalid|no|value|address|time|error)\b)[a-z]+(?:[- ][a-z]+)+>$/;

function sameWord(expected: string, got: string): boolean {
  if (expected === got || placeholder.test(expected)) return true;
  if (expected.includes("...")) return fitsWildcards(expected, "...", got);
  const { before, bare: wanted, after } = bareWord(expected);
  const { before: gotBefore, bare: printed, after: gotAfter } = bareWord(got);
  if (before !== gotBefore || after !== gotAfter) return false;
  return (
    wanted === printed ||
    isSameFile(wanted, printed) ||
    (isDuration(wanted) && isDuration(printed)) ||
    sameName(wanted, printed)
  );
}

/** Whether a printed address is that of a file which is shown by its path. */
const isSameFile = (expected: string, got: string): boolean =>
  isWebAddress(got) && /^[\w-]+(?:\/[\w.-]+)+\.(?:ya?ml|json)$/.test(expected) && got.endsWith(`/${expected}`);

/** The characters of random endings and hashes (util/rand.SafeEncodeString), which have no vowels. */
const safe = "[bcdfghjklmnpqrstvwxz2456789]";
/** Endings of generated names: pods of a ReplicaSet, a ReplicaSet or revision, other owned objects, and times. */
const endings: readonly (readonly [printed: RegExp, shown: RegExp])[] = [
  [new RegExp(`-${safe}{6,10}-${safe}{5}(?=$|[/:,|"'])`, "g"), /-[a-z0-9]{6,10}-[a-z0-9]{5}(?=$|[/:,|"'])/g],
  [new RegExp(`-${safe}{8,10}(?=$|[/:,|"'])`, "g"), /-[a-z0-9]{6,10}(?=$|[/:,|"'])/g],
  [new RegExp(`-${safe}{5}(?=$|[/:,|"'])`, "g"), /-[a-z0-9]{5}(?=$|[/:,|"'])/g],
  [/-\d{8,10}(?=$|[-/:,|"'])/g, /-\d{8,10}(?=$|[-/:,|"'])/g],
];

/** Whether two names differ in their generated endings only. */
export function sameName(expected: string, got: string): boolean {
  return endings.some(
    ([printed, shown]) =>
      got.search(printed) >= 0 && expected.replace(shown, "-<random>") === got.replace(printed, "-<random>"),
  );
}
