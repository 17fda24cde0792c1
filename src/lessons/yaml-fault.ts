import { trim } from "../apimachinery/trim.ts";
import { parseAllDocuments } from "yaml";
import type { Finding } from "./match.ts";

const refusedYaml = /\byaml: /;
const hereDocument = /<<-?[ \t]*(["']?)(\w+)(?!\w)\1/;

/**
 * Puts a finding whose cause is YAML that the server or kubectl cannot read at the line of the file where it is wrong.
 * What they say counts lines from the beginning of the document. `text` is what was sent, or the command line that sent
 * it, and begins in the row `row` of the file.
 */
export function atYamlFault(finding: Finding, text: string, row: number): Finding {
  if (finding.holds || !refusedYaml.test(finding.got)) return finding;
  for (const { part, start } of yamlIn(text)) {
    const error = [...parseAllDocuments(part, { version: "1.2" })].flatMap(({ errors }) => errors)[0];
    if (error === undefined) continue;
    const at = start + error.pos[0];
    const line = row + text.slice(0, at).split("\n").length - 1;
    const words = error.message.split(" at line ", 1)[0] ?? "";
    return { ...finding, place: { ...finding.place, line }, got: `${finding.got.trimEnd()} (line ${line}: ${words})` };
  }
  return finding;
}

/** The here-documents of a text: the lines between one that says what ends them, and that one. */
function hereDocumentsIn(text: string): readonly { readonly part: string; readonly start: number }[] {
  const lines = text.split("\n");
  const bare = lines.map((line) => trim(line, " \t"));
  const lastOf = new Map(bare.map((line, at) => [line, at]));
  const documents = [];
  let start = 0;
  for (let at = 0; at < lines.length; at++) {
    start += (lines[at] ?? "").length + 1;
    const word = hereDocument.exec(lines[at] ?? "")?.[2];
    if (word === undefined || (lastOf.get(word) ?? 0) <= at) continue;
    const end = bare.indexOf(word, at + 1);
    const part = lines.slice(at + 1, end).join("\n");
    documents.push({ part, start });
    if (end > at + 1) start += part.length + 1;
    at = end - 1;
  }
  return documents;
}

/** The parts of a text that may be YAML: the body of a request, its here-documents, or all of it. */
function yamlIn(text: string): readonly { readonly part: string; readonly start: number }[] {
  const documents = hereDocumentsIn(text);
  if (documents.length > 0) return documents;
  const body = /^[A-Z]+ \/.*\n(?:[\w-]+:.*\n)*\n/.exec(text)?.[0].length ?? 0;
  return [{ part: text.slice(body).replace(/^---\n\d{3} [^]*$/m, ""), start: body }];
}
