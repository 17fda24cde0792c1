/** A file of manifests as it was read. */
export interface SourceFile {
  /** The name as reports show it. */
  readonly name: string;
  readonly text: string;
  /** Whether the file was only found in a folder, where files of other kinds are left out. */
  readonly isFound?: boolean;
  /** Why the file cannot be read as a text, and at which line, from 0. */
  readonly trouble?: { readonly message: string; readonly line: number };
}

/** A range of a file; lines and columns are counted from 1, the end is the column after the last character. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Names an object in reports. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** "" for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** The rule that refused an object: a validation of a policy, or a rule of a definition's schema. */
export interface Rule {
  /** The object that holds the rule. */
  readonly kind: string;
  readonly name: string;
  readonly expression: string;
  /** Where the rule is written; undefined if its object is not among the files. */
  readonly place?: Place;
}

/** One thing that the server says of an object. */
export interface Finding {
  readonly level: "error" | "warning";
  /** The server's sentence. */
  readonly message: string;
  /** The reason of the cause, else of the Status, as `FieldValueRequired`; "" for other errors. */
  readonly reason: string;
  /** The path of the field as the server prints it; "" for the whole object. */
  readonly field: string;
  readonly place: Place;
  readonly rule?: Rule;
  /** What would work. */
  readonly hint?: string;
}

/** What came of an object. */
export type Outcome = "accepted" | "refused";

/** What the server said of an object. */
export interface ObjectReport {
  readonly object: ObjectName;
  readonly place: Place;
  readonly outcome: Outcome;
  /** Whether a refusal was expected, and was as expected. */
  readonly expected: boolean;
  /** The template that Helm made the object of; "" for others. */
  readonly template: string;
  readonly findings: readonly Finding[];
}

/** What came of a validation. */
export interface ValidationReport {
  /** The objects in the order of the files. */
  readonly objects: readonly ObjectReport[];
  /** What is wrong with files that could not be read, and with expectations of objects that are not there. */
  readonly problems: readonly Finding[];
  readonly passed: boolean;
}

/** The name of an object in a line: `Deployment shop/web`; what it lacks in words. */
export function nameText({ kind, namespace, name }: ObjectName): string {
  const type = kind || "object";
  if (name === "") return printable(`${type} without a ${kind === "" ? "kind" : "name"}`);
  return printable(`${type} ${namespace === "" ? "" : `${namespace}/`}${name}`);
}

/**
 * A text of one line in which characters are written as escapes that a terminal obeys: controls, separators of lines,
 * and those that turn the direction of what follows.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, escaped);

function escaped(char: string): string {
  const short = JSON.stringify(char).slice(1, -1);
  return short === char ? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}` : short;
}

/** How many objects there are of each outcome, and how many errors and warnings. */
export interface Totals {
  readonly objects: number;
  readonly accepted: number;
  readonly refused: number;
  readonly expected: number;
  readonly errors: number;
  readonly warnings: number;
}

export function totalsOf({ objects, problems }: ValidationReport): Totals {
  const findings = allFindings({ objects, problems });
  const count = (level: Finding["level"]): number => findings.filter((finding) => finding.level === level).length;
  return {
    objects: objects.length,
    accepted: objects.filter(({ outcome }) => outcome === "accepted").length,
    refused: objects.filter(({ outcome, expected }) => outcome === "refused" && !expected).length,
    expected: objects.filter(({ expected }) => expected).length,
    errors: count("error"),
    warnings: count("warning"),
  };
}

/** All findings: those of files first, then those of objects. */
export const allFindings = ({ objects, problems }: Pick<ValidationReport, "objects" | "problems">) => [
  ...problems,
  ...objects.flatMap(({ findings }) => findings),
];

/** Joins reports of servers of their own. */
export const joinReports = (reports: readonly ValidationReport[]): ValidationReport => ({
  objects: reports.flatMap(({ objects }) => objects),
  problems: reports.flatMap(({ problems }) => problems),
  passed: reports.every(({ passed }) => passed),
});
