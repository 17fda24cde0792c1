import { useState } from "react";
import { messageOf } from "../../apimachinery/message-of.ts";
import { nameText, type Finding, type Place } from "../../validate/report.ts";
import { Button } from "../design/button.tsx";
import { Note } from "../design/feedback.tsx";
import { chooseFiles } from "../platform/files.ts";
import { type Page, usePage } from "../state/page.ts";
import { validateFiles, type ValidatedFiles } from "./validate-files.ts";
import "./validated-files.css";

type State =
  | { readonly kind: "none" }
  | { readonly kind: "running" }
  | { readonly kind: "failed"; readonly words: string }
  | ({ readonly kind: "done" } & ValidatedFiles);

/** The validation of files that are chosen or dropped. */
export interface FileValidation {
  readonly state: State;
  validate(files: readonly File[]): void;
  clear(): void;
}

/** Validates files on a server of their own. */
export function useFileValidation(): FileValidation {
  const page = usePage();
  const [state, setState] = useState<State>({ kind: "none" });
  return {
    state,
    validate: (files) => void run(page, files, setState),
    clear: () => setState({ kind: "none" }),
  };
}

async function run(page: Page, files: readonly File[], show: (state: State) => void): Promise<void> {
  if (files.length === 0) return;
  show({ kind: "running" });
  try {
    show({ kind: "done", ...(await validateFiles(page, files)) });
  } catch (error) {
    show({ kind: "failed", words: messageOf(error) });
  }
}

/** Chooses files to validate. */
export const ValidateButton = ({ validation }: { readonly validation: FileValidation }) => (
  <Button icon="check" onClick={() => void chooseFiles(".yaml,.yml,.json").then((files) => validation.validate(files))}>
    Validate files
  </Button>
);

/** What the server says of the files, at their lines; nothing while none were given. */
export function ValidatedFilesList({ validation: { state, clear } }: { readonly validation: FileValidation }) {
  if (state.kind === "none") return null;
  return (
    <section aria-label="Validated files">
      <h2>Validated files</h2>
      {state.kind === "failed" ? <Note tone="error">{state.words}</Note> : null}
      {state.kind === "done" ? <Findings {...state} /> : null}
      <div className="row wrap">
        <span role="status">
          {state.kind === "running" ? "Validating…" : state.kind === "done" ? state.summary : ""}
        </span>
        {state.kind === "running" ? null : <Button onClick={clear}>Close</Button>}
      </div>
    </section>
  );
}

function Findings({ report: { objects, problems } }: ValidatedFiles) {
  const rows = [
    ...problems.map((finding) => ({ finding, title: "" })),
    ...objects.flatMap(({ object, findings }) =>
      findings.map((finding) => ({ finding, title: `${nameText(object)}: ` })),
    ),
  ];
  return (
    <ul className="kp-findings">
      {rows.map(({ finding, title }, i) => (
        <FindingRow key={i} finding={finding} title={title} />
      ))}
    </ul>
  );
}

function FindingRow({ finding, title }: { readonly finding: Finding; readonly title: string }) {
  const { level, message, place, rule, hint } = finding;
  return (
    <li data-level={level}>
      <code>{placeText(place)}</code> <strong>{level}</strong>: {title}
      {message}
      {rule?.place === undefined ? null : (
        <p className="quiet small">
          <code>{placeText(rule.place)}</code> rule of {rule.kind} {rule.name}: <code>{rule.expression}</code>
        </p>
      )}
      {hint === undefined ? null : <p className="quiet small">hint: {hint}</p>}
    </li>
  );
}

const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
