import { useState, type ReactNode } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { CodeEditor } from "../../code/code-editor.tsx";
import { LanguageSwitch } from "../../code/language-switch.tsx";
import type { ManifestScope } from "../../../assist/manifest-assist.ts";
import { madeOfLatest } from "../../data/latest-text.ts";
import { translate } from "../../data/yaml.ts";
import { Button } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { once } from "../../design/once.ts";
import { Tabs } from "../../design/tabs.tsx";
import { readTarget, splitTarget } from "../../kube/resource.ts";
import { catalog, type Catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { CopyDraft } from "./copy-draft.tsx";
import { methods, typesFor, withMethod, type Draft } from "./draft.ts";
import { ExampleMenu } from "./example-menu.tsx";
import { HeadersForm } from "./headers-form.tsx";
import { ParametersForm } from "./parameters-form.tsx";
import { requests } from "./store.ts";
import { TargetInput } from "./target-input.tsx";

type Part = "body" | "parameters" | "headers";

const methodOptions = methods.map((method) => [method, method] as const);

/** Methods that usually have no body. Their parameters are shown first. */
const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** The method, the path and the send button. */
export function RequestLine({ extra }: { readonly extra?: ReactNode }) {
  const draft = requests.use((state) => state.draft);
  const { edit, setDraft, send } = requests.use((state) => state);
  return (
    <div className="kp-toolbar kp-compose" role="group" aria-label="Request line">
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
      <TargetInput method={draft.method} value={draft.target} onValue={(target) => edit({ target })} onSubmit={send} />
      <SendButton />
    </div>
  );
}

/** Edits a request's body, parameters and headers. */
export function Composer() {
  const draft = requests.use((state) => state.draft);
  const [chosen, setChosen] = useState<Part | undefined>(undefined);
  const part = chosen ?? (bodiless.has(draft.method) ? "parameters" : "body");
  const parameterCount = [...new URLSearchParams(splitTarget(draft.target)[1])].length;
  return (
    <section className="column" aria-label="Request">
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
            <CopyDraft />
          </>
        }
      />
      {part === "body" ? <BodyPart /> : part === "parameters" ? <ParametersForm /> : <HeadersForm />}
    </section>
  );
}

/** Sends the request, or aborts the one that is being sent. A double click is one click. */
export function SendButton() {
  const busy = requests.use(({ shown, runs }) => shown !== undefined && runs[shown]?.phase === "sending");
  const { send, abort } = requests.use((state) => state);
  return busy ? (
    <Button icon="stop" onClick={once(abort)}>
      Abort
    </Button>
  ) : (
    <Button tone="primary" icon="send" onClick={once(send)} title="Ctrl+Enter or Cmd+Enter in the body sends too">
      Send
    </Button>
  );
}

/** The editor of the request's body, with its language and content type. */
export function BodyPart() {
  const draft = requests.use((state) => state.draft);
  const { edit, send } = requests.use((state) => state);
  const page = usePage();
  const find = catalog.use((state) => state.find);
  const assist = useManifestAssist(scopeOf(draft, find));
  const remember = settings.use((state) => state.change);
  const changeLanguage = (language: "json" | "yaml") => {
    madeOfLatest(
      () => requests.of(page).getState().draft.body,
      (body) => translate(body, language),
    ).then(
      (body) => {
        edit({ body, language });
        remember({ language });
      },
      (error: unknown) =>
        page.toasts.add({
          description: `The body is not valid ${draft.language.toUpperCase()}: ${messageOf(error)}`,
        }),
    );
  };
  return (
    <div className="column fill">
      <div className="row kp-body-bar">
        <LanguageSwitch label="Body language" value={draft.language} onValue={changeLanguage} />
        <Select
          aria-label="Content type"
          style={{ width: "auto", maxWidth: 300 }}
          options={typesFor(draft.method)}
          value={draft.type}
          onValue={(type) => edit({ type })}
        />
        {draft.language === "yaml" && draft.type.endsWith("json") ? (
          <span className="quiet small clip">sent as JSON</span>
        ) : null}
      </div>
      <CodeEditor
        label="Request body"
        language={draft.language}
        value={draft.body}
        assist={hasManifest(draft) ? assist : undefined}
        onValue={(body) => edit({ body })}
        onSubmit={send}
        placeholder={placeholderFor(draft.method)}
      />
    </div>
  );
}

/** Reports whether the body is an object. A JSON patch is a list of operations instead. */
const hasManifest = ({ type }: Draft): boolean => type !== "application/json-patch+json";

/** Returns what is known about the body from the method and the path. */
function scopeOf({ method, target }: Draft, find: Catalog["find"]): ManifestScope {
  if (method === "DELETE") return { expected: { group: "", version: "v1", kind: "DeleteOptions" }, partial: true };
  const parts = readTarget(target);
  const resource = parts?.subresource === undefined && parts ? find(parts.group, parts.resource) : undefined;
  const expected = resource && { group: resource.group, version: parts?.version ?? "", kind: resource.kind };
  return { expected, partial: method === "PATCH" };
}

const placeholderFor = (method: string): string =>
  method === "GET" || method === "HEAD"
    ? "A GET has no body."
    : method === "DELETE"
      ? "DeleteOptions (optional)"
      : "Write YAML or JSON, or choose an example.";
