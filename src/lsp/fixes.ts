import type { TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { editBody } from "../assist/manifest-edits.ts";
import type { BodyEdit } from "../diagnosis/diagnosis.ts";
import type { LiveValidation } from "../validate/live-validation.ts";
import { stepsOfField } from "../validate/steps-of-field.ts";
import type { Told } from "./judged-document.ts";

/** A change of a document that mends a finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Returns the changes that mend a finding, as the diagnosis of the refusal names them. */
export async function fixesOf(
  { finding, of }: Told,
  document: TextDocument,
  live: LiveValidation,
): Promise<readonly Fix[]> {
  if (of === undefined) return [];
  const { manifest, answer } = of;
  const remedies = await live.remediesOf(answer);
  const named = remedies.flatMap((remedy) =>
    remedy.kind === "edit" && remedy.edits.some(({ path }) => isAbout(path, finding.field)) ? [remedy] : [],
  );
  const kind = /did you mean (\w+)\?$/.exec(finding.field === "kind" ? (finding.hint ?? "") : "")?.[1];
  const all: readonly { readonly words: string; readonly edits: readonly BodyEdit[] }[] =
    kind === undefined
      ? named
      : [...named, { words: `Change kind to ${kind}`, edits: [{ path: ["kind"], value: kind }] }];
  const fixes = await Promise.all(
    all.map(async ({ words, edits }) => {
      const { text, line } = manifest.source;
      const inText = edits.map((edit) => ({ ...edit, path: [...manifest.path.map(asStep), ...edit.path] }));
      return { title: words, edits: changeOf(document, line, text, await editBody(text, inText)) };
    }),
  );
  return fixes.filter(({ edits }) => edits.length > 0);
}

const asStep = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);

/** Whether an edit is at the field of a finding, below it, or at what it is part of. */
function isAbout(path: readonly (string | number)[], field: string): boolean {
  const steps = stepsOfField(field);
  const at = steps.indexOf("x-kubernetes-validations");
  if (at >= 0) return path.slice(0, 2).join(".") === steps.slice(0, 2).join(".") || steps[1] === "validation";
  const shorter = Math.min(path.length, steps.length);
  const last = path.length === steps.length ? shorter - 1 : shorter;
  return path.slice(0, last).every((step, i) => String(step) === steps[i]);
}

/** The change of the lines that differ, of a part of a document that begins at a line. */
function changeOf(document: TextDocument, line: number, before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const [old, next] = [before.split("\n"), after.split("\n")];
  let first = 0;
  while (first < old.length && first < next.length && old[first] === next[first]) first += 1;
  let last = 0;
  const most = Math.min(old.length, next.length) - first;
  while (last < most && old[old.length - 1 - last] === next[next.length - 1 - last]) last += 1;
  const eol = document.getText().includes("\r\n") ? "\r\n" : "\n";
  const lines = next.slice(first, next.length - last);
  const isWithin = line + old.length - last < document.lineCount;
  const end = isWithin
    ? { line: line + old.length - last, character: 0 }
    : document.positionAt(document.getText().length);
  const newText = lines.length === 0 ? "" : lines.join(eol) + (isWithin ? eol : "");
  return [{ range: { start: { line: line + first, character: 0 }, end }, newText }];
}
