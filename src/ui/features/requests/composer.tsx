import { useState, type ReactNode } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import { translate } from "../../data/yaml.ts";
import { inWords } from "../../data/send.ts";
import { Button } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { splitTarget } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { CopyMenu } from "./copy-menu.tsx";
import { methods, typesFor, withMethod } from "./draft.ts";
import { ExampleMenu } from "./example-menu.tsx";
import { HeadersForm } from "./headers-form.tsx";
import { ParametersForm } from "./parameters-form.tsx";
import { requests } from "./store.ts";
import { TargetInput } from "./target-input.tsx";

type Part = "body" | "parameters" | "headers";

const methodOptions = methods.map((method) => [method, method] as const);

/** Methods whose requests seldom carry a body: their parameters come first. */
const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** Where a request is written: method, path, and what goes with them. */
export function Composer({ extra }: { readonly extra?: ReactNode }) {
  const draft = requests.use((state) => state.draft);
  const { edit, setDraft, send } = requests.use((state) => state);
  const [chosen, setChosen] = useState<Part | undefined>(undefined);
  const part = chosen ?? (bodiless.has(draft.method) ? "parameters" : "body");
  const parameterCount = [...new URLSearchParams(splitTarget(draft.target)[1])].length;
  return (
    <section className="column" aria-label="Request">
      <div className="kp-toolbar kp-compose">
        <div className="kp-method">
          <Select
            className="mono"
            aria-label="Method"
            options={methodOptions}
            value={draft.method}
            onValue={(method) => setDraft(withMethod(draft, method))}
          />
        </div>
        {extra}
        <TargetInput
          method={draft.method}
          value={draft.target}
          onValue={(target) => edit({ target })}
          onSubmit={send}
        />
        <SendButton />
      </div>
      <Tabs
        label="Parts of the request"
        items={[
          { id: "body", label: "Body" },
          { id: "parameters", label: "Parameters", count: parameterCount || undefined },
          { id: "headers", label: "Headers", count: draft.headers.length || undefined },
        ]}
        value={part}
        onValue={setChosen}
        end={
          <>
            <ExampleMenu />
            <CopyMenu />
          </>
        }
      />
      {part === "body" ? <BodyPart /> : part === "parameters" ? <ParametersForm /> : <HeadersForm />}
    </section>
  );
}

function SendButton() {
  const busy = requests.use((state) => isBusy(state.shown === undefined ? undefined : state.runs[state.shown]?.phase));
  const { send, abort } = requests.use((state) => state);
  return busy ? (
    <Button icon="stop" onClick={abort}>
      Abort
    </Button>
  ) : (
    <Button tone="primary" icon="send" onClick={send} title="Ctrl or Cmd with Enter sends from the body too">
      Send
    </Button>
  );
}

const isBusy = (phase: string | undefined): boolean => phase === "sending" || phase === "streaming";

function BodyPart() {
  const draft = requests.use((state) => state.draft);
  const { edit, send } = requests.use((state) => state);
  const page = usePage();
  const changeLanguage = (language: "json" | "yaml") => {
    translate(draft.body, language).then(
      (body) => edit({ body, language }),
      (error: unknown) =>
        page.toasts.add({
          description: `This is not ${draft.language.toUpperCase()} that can be read yet: ${inWords(error)}`,
        }),
    );
  };
  return (
    <div className="column fill">
      <div className="row kp-body-bar">
        <Select
          aria-label="Body language"
          style={{ width: 84 }}
          options={[
            ["json", "JSON"],
            ["yaml", "YAML"],
          ]}
          value={draft.language}
          onValue={(value) => changeLanguage(value === "yaml" ? "yaml" : "json")}
        />
        <Select
          aria-label="Content type"
          style={{ width: "auto", maxWidth: 300 }}
          options={typesFor(draft.method)}
          value={draft.type}
          onValue={(type) => edit({ type })}
        />
        {draft.language === "yaml" && draft.type.endsWith("json") ? (
          <span className="quiet small clip">travels as JSON</span>
        ) : null}
      </div>
      <CodeEditor
        label="Request body"
        language={draft.language}
        value={draft.body}
        onValue={(body) => edit({ body })}
        onSubmit={send}
        placeholder={placeholderFor(draft.method)}
      />
    </div>
  );
}

const placeholderFor = (method: string): string =>
  method === "GET" || method === "HEAD"
    ? "A GET has no body."
    : method === "DELETE"
      ? "Delete options, or nothing."
      : "Write JSON or YAML, or take an example.";
