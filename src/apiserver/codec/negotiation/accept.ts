/** One clause of an Accept header: `application/json;q=0.5;as=Table`. */
export interface AcceptClause {
  readonly type: string;
  readonly subType: string;
  readonly q: number;
  readonly params: ReadonlyMap<string, string>;
}

const floatText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a quality value like strconv.ParseFloat, with 0 for an invalid number. */
const parseQuality = (text: string): number => (floatText.test(text) ? Number(text) : 0);

/** The parameters of clauses that have none. */
const noParams: ReadonlyMap<string, string> = new Map();

function parseParams(text: string): { readonly q: number; readonly params: ReadonlyMap<string, string> } {
  let params: Map<string, string> | undefined;
  let q = 1;
  for (const part of text.split(";")) {
    const equals = part.indexOf("=");
    if (equals < 0) continue;
    const after = part.indexOf("=", equals + 1);
    const value = after < 0 ? part.slice(equals + 1) : part.slice(equals + 1, after);
    if (value === "" || (after >= 0 && after + 1 < part.length)) continue;
    const name = part.slice(0, equals).trim();
    if (name === "q") q = parseQuality(value);
    else (params ??= new Map()).set(name, value.trim());
  }
  return { q, params: params ?? noParams };
}

function parseClause(part: string): AcceptClause | undefined {
  const text = part.trim();
  const semicolon = text.indexOf(";");
  const range = semicolon < 0 ? text : text.slice(0, semicolon);
  const slash = range.indexOf("/");
  const type = (slash < 0 ? range : range.slice(0, slash)).trim();
  const after = slash < 0 ? -1 : range.indexOf("/", slash + 1);
  if (after >= 0 && after + 1 < range.length) return undefined;
  const subType = slash < 0 ? "" : after < 0 ? range.slice(slash + 1) : range.slice(slash + 1, after);
  if (subType === "" && type !== "*") return undefined;
  const params = semicolon < 0 ? { q: 1, params: noParams } : parseParams(text.slice(semicolon + 1));
  return subType === "" ? { type: "*", subType: "*", ...params } : { type, subType: subType.trim(), ...params };
}

/**
 * Reports whether a clause is preferred over another. This is not a total order; upstream compares the same way and
 * uses insertion sort for short lists.
 */
const goesBefore = (a: AcceptClause, b: AcceptClause): boolean =>
  a.q > b.q || (a.type !== "*" && b.type === "*") || (a.subType !== "*" && b.subType === "*");

function insertionSort(clauses: AcceptClause[]): AcceptClause[] {
  for (let i = 1; i < clauses.length; i++) {
    const clause = clauses[i];
    if (!clause) continue;
    let at = i;
    for (let before = clauses[at - 1]; before !== undefined && goesBefore(clause, before); before = clauses[at - 1])
      clauses[at--] = before;
    clauses[at] = clause;
  }
  return clauses;
}

/** The most clauses that upstream sorts by insertion; more of them take time in proportion to their square. */
const shortList = 12;

const compare = (a: AcceptClause, b: AcceptClause): number => (goesBefore(a, b) ? -1 : goesBefore(b, a) ? 1 : 0);

/** Parses the clauses of an Accept header, most preferred first (goautoneg.ParseAccept). */
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses = header.split(",").flatMap((part) => parseClause(part) ?? []);
  return clauses.length <= shortList ? insertionSort(clauses) : clauses.toSorted(compare);
}
