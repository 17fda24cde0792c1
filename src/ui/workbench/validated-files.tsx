import { useRef, useState } from "react";
import { messageOf } from "../../apimachinery/message-of.ts";
import { nameText, type Finding, type Place } from "../../validate/report.ts";
import { Button } from "../design/button.tsx";
import { Note } from "../design/feedback.tsx";
import { chooseFiles } from "../platform/files.ts";
import { usePage } from "../state/page.ts";
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
  /** Validates files in place of those before, also if these are still being read. */
  validate(files: Promise<readonly File[]>): void;
  clear(): void;
}

/** Validates files on a server of their own. With `open`, a file that is alone is handed to it instead. */
export function useFileValidation(open?: (file: File) => void): FileValidation {
  const page = usePage();
  const [state, setState] = useState<State>({ kind: "none" });
  const latest = useRef<Promise<readonly File[]>>(undefined);
  const validate = async (reading: Promise<readonly File[]>): Promise<void> => {
    latest.current = reading;
    const show = (next: State): void => {
      if (latest.current === reading) setState(next);
    };
    show({ kind: "running" });
    try {
      const files = await reading;
      const [only] = files;
      if (latest.current !== reading) return;
      if (open === undefined || only === undefined || files.length > 1)
        show({ kind: "done", ...(await validateFiles(page, files)) });
      else {
        show({ kind: "none" });
        open(only);
      }
    } catch (error) {
      show({ kind: "failed", words: messageOf(error) });
    }
  };
  return {
    state,
    validate: (reading) => void validate(reading),
    clear: () => setState({ kind: "none" }),
  };
}

/** Chooses files to validate. */
export const ValidateButton = ({ validation }: { readonly validation: FileValidation }) => (
  <Button icon="check" onClick={() => void chooseAndValidate(validation)}>
    Validate files
  </Button>
);

async function chooseAndValidate(validation: FileValidation): Promise<void> {
  const files = await chooseFiles(".yaml,.yml,.json");
  if (files.length > 0) validation.validate(Promise.resolve(files));
}

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
