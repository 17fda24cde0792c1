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

function parseParams(parts: readonly string[]): { readonly q: number; readonly params: ReadonlyMap<string, string> } {
  const params = new Map<string, string>();
  let q = 1;
  for (const part of parts) {
    const [name = "", value = "", ...more] = part.split("=");
    if (value === "" || more.join("=") !== "") continue;
    if (name.trim() === "q") q = parseQuality(value);
    else params.set(name.trim(), value.trim());
  }
  return { q, params };
}

function parseClause(part: string): AcceptClause | undefined {
  const [range = "", ...rest] = part.trim().split(";");
  const [type = "", subType = "", ...more] = range.split("/");
  if (more.join("/") !== "") return undefined;
  if (subType === "") return type.trim() === "*" ? { type: "*", subType: "*", ...parseParams(rest) } : undefined;
  return { type: type.trim(), subType: subType.trim(), ...parseParams(rest) };
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

/** Parses the clauses of an Accept header, most preferred first (goautoneg.ParseAccept). */
export function parseAccept(header: string): readonly AcceptClause[] {
  return insertionSort(header.split(",").flatMap((part) => parseClause(part) ?? []));
}
