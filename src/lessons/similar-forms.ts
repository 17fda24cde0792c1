import { parse } from "yaml";

/** Whether a line stands for any lines. */
export const isRest = (line: string): boolean => /^\s*(?:#\s*)?(?:\[?\.\.\.\]?|…)\s*(?:,\s*)?$/.test(line);

/** Whether a printed text is what a reader of the other one expects. */
type IsSimilar = (expected: string, got: string) => boolean;

/**
 * Compares what a page shows with what is printed by the form of the latter: a table by its columns, a document by its
 * members, a description by the lines that are shown. Reports whether all that is shown is printed; what is left out is
 * not compared. False for other texts.
 */
export function showsPart(shown: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean {
  const wanted = shown.filter((line) => !isRest(line));
  if (wanted.length === 0 || got.length === 0 || got.length > mostLines || wanted.length > mostLines) return false;
  const [first = ""] = got;
  if (/^(?:apiVersion:|\{$)/.test(first)) return isPartOfDocument(shown, got, isSimilar);
  if (/^Name: {2,}\S/.test(first)) return isPartOfLines(wanted, got, isSimilar);
  if ([...wanted, ...got].every((line) => variable.test(line))) return hasLines(wanted, got, isSimilar);
  return isPartOfTable(wanted, got, isSimilar) || isWrapped(wanted, got, isSimilar);
}

const mostLines = 2000;

/** Whether all lines are among the others, in their order. */
function isPartOfLines(wanted: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean {
  let at = 0;
  for (const line of wanted) {
    const found = got.findIndex((each, i) => i >= at && isSimilar(line, each));
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** A line of an environment, whose order says nothing. */
const variable = /^\s*[A-Za-z_]\w*=/;

const hasLines = (wanted: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean =>
  wanted.every((line) => got.some((each) => isSimilar(line, each)));

const ofFile = /^Error from server \(\w+\): error when \w+ "[^"]+": /;

/** An error that a page shows in several lines, maybe as a sentence, or without the file that it is about. */
function isWrapped(wanted: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean {
  const [printed = "", ...more] = got;
  if (more.length > 0 || wanted.length < 2) return false;
  const shown = wanted.map((line) => line.trim()).join(" ");
  return [shown, shown.replace(/\.$/, "")].some(
    (text) => isSimilar(text, printed) || isSimilar(text, printed.replace(ofFile, "")),
  );
}

interface PrintedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const headOfTable = /^\s*[A-Z][A-Z()/%-]*(?:\s+[A-Z][A-Z()/%-]*)*\s*$/;

/**
 * Reads a table: cells stand below their columns, or are as many as these. Columns are known by their letters, since
 * `ACCESS MODES` was `ACCESSMODES` in older releases.
 */
function tableOf(lines: readonly string[]): PrintedTable | undefined {
  const [head = "", ...rest] = lines;
  if (!headOfTable.test(head) || head.trim().length < 4) return undefined;
  const cellsOf = (line: string): readonly string[] => line.trim().split(/\s{2,}/);
  const columns = cellsOf(head).map((name) => name.replace(/[ -]/g, ""));
  const starts = [...head.matchAll(/(?:^|(?<!\s)\s{2,})(?=\S)/g)].map((match) => match.index + match[0].length);
  const rows = rest.map((line) => {
    const cells = cellsOf(line);
    const aligned = starts.map((start, i) => line.slice(start, starts[i + 1]).trim());
    return cells.length === columns.length || rowIsMisaligned(line, starts) ? cells : aligned;
  });
  return rows.some((cells) => cells.length !== columns.length) ? undefined : { columns, rows };
}

/** Whether a cell begins before the column that it would stand below. */
const rowIsMisaligned = (line: string, starts: readonly number[]): boolean =>
  starts.some((start) => start > 0 && /\S/.test(line.charAt(start - 1)));

/** Whether a table has the same rows, and in these all columns that the other one has. */
function isPartOfTable(wanted: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean {
  const [shown, printed] = [tableOf(wanted), tableOf(got)];
  if (shown !== undefined && printed !== undefined && isOfNodes(shown) && isOfNodes(printed))
    return hasStatuses(shown, printed);
  if (shown === undefined || printed === undefined || shown.rows.length !== printed.rows.length) return false;
  const places = shown.columns.map((name) => printed.columns.indexOf(name));
  if (places.includes(-1) || shown.columns.length < 2) return false;
  const left = [...printed.rows];
  // the nodes of another cluster have other names
  const sameCell = (cell: string, own: string, column: string | undefined): boolean =>
    isSimilar(cell, own) || (column === "NODE" && cell !== "<none>" && own !== "<none>");
  return shown.rows.every((cells) => {
    const found = left.findIndex((row) =>
      cells.every((cell, i) => sameCell(cell || "<none>", row[places[i] ?? 0] || "<none>", shown.columns[i])),
    );
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

/** Whether a table has nodes, those of another cluster in a page. */
const isOfNodes = ({ columns }: PrintedTable): boolean => columns.includes("STATUS") && columns.includes("VERSION");

/** Whether nodes are in the states that are shown. */
function hasStatuses(shown: PrintedTable, printed: PrintedTable): boolean {
  const statusesOf = ({ columns, rows }: PrintedTable): readonly string[] =>
    rows.map((cells) => cells[columns.indexOf("STATUS")] ?? "");
  const known = new Set(statusesOf(printed));
  return (
    shown.columns.every((name) => printed.columns.includes(name)) && statusesOf(shown).every((each) => known.has(each))
  );
}

/** Whether a document has all members and items of the other one, which may be a part from within it. */
function isPartOfDocument(wanted: readonly string[], got: readonly string[], isSimilar: IsSimilar): boolean {
  const [shown, printed] = [documentOf(wanted), documentOf(got)];
  if (typeof shown !== "object" || shown === null || printed === undefined) return false;
  const parts: unknown[] = [printed];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (has(part, shown, isSimilar)) return true;
    if (typeof part === "object" && part !== null) parts.push(...Object.values(part));
  }
  return false;
}

function documentOf(lines: readonly string[]): unknown {
  const kept = [...withoutRests(lines)];
  const last = kept.at(-1) ?? "";
  // a member that the block ends with, and whose value is not shown any more
  if (kept.length > 1 && /^\s+[\w-]+:\s*$/.test(last)) kept.pop();
  try {
    return parse(closed(kept.join("\n")), { uniqueKeys: false, maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

const depthOf = (line: string): number => line.replace("- ", "  ").search(/\S/);

const emptyMember = /^\s*(?:- )?[\w-]+:\s*$/;

/** Leaves out lines of `...`, and the members that consist of them. */
function withoutRests(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let hidden = false;
  for (const line of lines.toReversed()) {
    const next = kept.at(-1);
    const isHidden: boolean = hidden && emptyMember.test(line) && next !== undefined && depthOf(next) <= depthOf(line);
    hidden = isHidden || isRest(line);
    if (!hidden) kept.push(line);
  }
  return kept.toReversed();
}

/** A document in JSON that is cut off, with the brackets that close it. */
function closed(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const open: string[] = [];
  for (const [bracket] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (bracket === "{") open.push("}");
    else if (bracket === "[") open.push("]");
    else if (bracket === "}" || bracket === "]") open.pop();
  }
  return open.length === 0 ? text : text.replace(/,\s*$/, "") + open.toReversed().join("");
}

const amount = /^\d+(?:\.\d+)?[A-Za-z]{0,2}$/;

/** Members that the server has stopped to write. */
const former: ReadonlySet<string> = new Set(["selfLink", "clusterName"]);

function has(printed: unknown, shown: unknown, isSimilar: IsSimilar, name = ""): boolean {
  if (Array.isArray(shown)) return Array.isArray(printed) && hasItems(printed, shown, isSimilar);
  if (typeof shown === "object" && shown !== null) {
    if (typeof printed !== "object" || printed === null || Array.isArray(printed)) return false;
    return Object.entries(shown).every(
      ([key, value]) =>
        former.has(key) ||
        (Object.hasOwn(printed, key) && has(printed[key as keyof typeof printed], value, isSimilar, key)),
    );
  }
  if (shown === null) return printed === null || isEmpty(printed);
  // what looks like an age is an amount here
  if (amount.test(String(shown)) && name !== "resourceVersion" && name !== "nodePort")
    return String(shown) === String(printed);
  const text = (value: unknown): string => (name === "" ? String(value) : `${name}: ${String(value)}`);
  return typeof printed !== "object" && isSimilar(text(shown), text(printed));
}

/** Whether all items are among the printed ones, in their order. */
function hasItems(printed: readonly unknown[], shown: readonly unknown[], isSimilar: IsSimilar): boolean {
  let at = 0;
  for (const item of shown) {
    const found = printed.findIndex((each, i) => i >= at && has(each, item, isSimilar));
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
