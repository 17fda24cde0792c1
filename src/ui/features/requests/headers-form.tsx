import { Button, IconButton } from "../../design/button.tsx";
import { TextInput } from "../../design/field.tsx";
import { headersOf } from "./draft.ts";
import { requests } from "./store.ts";

const names = [
  "Accept",
  "Accept-Encoding",
  "Authorization",
  "Content-Type",
  "If-None-Match",
  "Impersonate-User",
  "Impersonate-Group",
  "User-Agent",
];

/** Edits headers as rows of name and value. */
export function HeadersForm() {
  const draft = requests.use((state) => state.draft);
  const edit = requests.use((state) => state.edit);
  const change = (index: number, row: readonly [string, string] | undefined) =>
    edit({ headers: draft.headers.flatMap((old, i) => (i === index ? (row === undefined ? [] : [row]) : [old])) });
  const implied = headersOf(draft).filter((header) => !draft.headers.includes(header));
  return (
    <div className="fill scroll pad stack">
      <datalist id="kp-header-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {draft.headers.map(([name, value], i) => (
        <div className="row" key={i}>
          <TextInput
            className="mono"
            style={{ flex: "0 1 200px" }}
            list="kp-header-names"
            aria-label={`Header ${i + 1} name`}
            placeholder="Name"
            value={name}
            onValue={(next) => change(i, [next, value])}
          />
          <TextInput
            className="mono"
            aria-label={`Header ${i + 1} value`}
            placeholder="Value"
            value={value}
            onValue={(next) => change(i, [name, next])}
          />
          <IconButton icon="close" label="Remove this header" onClick={() => change(i, undefined)} />
        </div>
      ))}
      <div>
        <Button icon="plus" size="small" onClick={() => edit({ headers: [...draft.headers, ["", ""]] })}>
          Add a header
        </Button>
      </div>
      <p className="quiet small">
        Sent automatically:{" "}
        {[
          ...implied.map(([name, value]) => `${name}: ${value}`),
          "Accept: application/json",
          "User-Agent: kubepad-console/0.1",
        ].join(" · ")}
        . A header of the same name replaces it.
      </p>
    </div>
  );
}
