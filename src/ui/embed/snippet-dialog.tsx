import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../apimachinery/message-of.ts";
import { CodeView } from "../code/code-view.tsx";
import { useLatestAnswer } from "../data/use-answer.ts";
import { Button } from "../design/button.tsx";
import { Modal } from "../design/dialog.tsx";
import { Note, Skeleton } from "../design/feedback.tsx";
import { Check, Field, Select, TextInput } from "../design/field.tsx";
import { copy } from "../state/copy.ts";
import { usePage } from "../state/page.ts";
import { snippetOfView } from "./snippet-of-view.ts";
import { embedScriptOf, printSnippet, type Looks, type Snippet, type SnippetForm } from "./snippet.ts";

/** The HTML that shows the current view in another page. */
export function SnippetDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const route = useStore(page.route);
  const [readOnly, setReadOnly] = useState(false);
  const [isPart, setPart] = useState(false);
  const [looks, setLooks] = useState<Looks>({ height: "", theme: "" });
  const [form, setForm] = useState<SnippetForm>("html");
  const [isPreviewed, setPreviewed] = useState(false);
  const made = useLatestAnswer(
    () =>
      snippetOfView(page, route).then(
        (snippet) => ({ snippet, trouble: "" }),
        (error: unknown) => ({ snippet: undefined, trouble: messageOf(error) }),
      ),
    [page, route],
  );
  const { snippet, trouble } = made ?? { snippet: undefined, trouble: "" };
  const print = (as: SnippetForm): string =>
    snippet === undefined ? "" : printSnippet(document.baseURI, chosen({ ...snippet, looks }, readOnly, isPart), as);
  const text = print(form);
  const copyText = async () => {
    await copy(page, text, `${formWords[form]} copied.`);
    onClose();
  };
  return (
    <Modal open onClose={onClose} title="Embed this view" wide>
      <div className="stack">
        <p>This text shows the view in another page, on a server of its own with the objects below.</p>
        {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
        {snippet === undefined && trouble === "" ? <Skeleton lines={4} /> : null}
        {text === "" ? null : (
          <div className="kp-snippet">
            <CodeView label={`${formWords[form]} of the embed`} language="yaml" text={text} />
          </div>
        )}
        {form === "html" ? null : (
          <p className="kp-hint">
            Load <code>{embedScriptOf(document.baseURI)}</code> once in the template of the site: Markdown pages hold
            only the element.
          </p>
        )}
        {snippet?.part === undefined ? null : <Check label={snippet.part.words} checked={isPart} onChecked={setPart} />}
        <Check label="Read-only: readers cannot change objects" checked={readOnly} onChecked={setReadOnly} />
        <div className="row wrap kp-snippet-looks">
          <Field label="Format">
            {(ids) => (
              <Select
                {...ids}
                options={forms}
                value={form}
                onValue={(to) => setForm(to === "html" ? "html" : "markdown")}
              />
            )}
          </Field>
          <LooksFields looks={looks} onLooks={setLooks} />
        </div>
        {isPreviewed && text !== "" ? <Preview key={text} html={print("html")} /> : null}
      </div>
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button icon="external" disabled={text === ""} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? "Hide the preview" : "Preview"}
        </Button>
        <Button tone="primary" icon="copy" disabled={text === ""} onClick={() => void copyText()}>
          Copy
        </Button>
      </div>
    </Modal>
  );
}

const formWords: Readonly<Record<SnippetForm, string>> = { html: "HTML", markdown: "Markdown" };
const forms = Object.entries(formWords);

const themes = [
  ["", "that of the page around it"],
  ["light", "light"],
  ["dark", "dark"],
  ["system", "that of the reader’s system"],
] as const;

interface LooksFieldsProps {
  readonly looks: Looks;
  readonly onLooks: (looks: Looks) => void;
}

function LooksFields({ looks, onLooks }: LooksFieldsProps) {
  const setTheme = (to: string): void =>
    onLooks({ ...looks, theme: themes.find(([theme]) => theme === to)?.[0] ?? "" });
  return (
    <>
      <Field label="Height at first" hint="Pixels; the embed reports its own later">
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            placeholder="as the element says"
            value={looks.height}
            onValue={(to) => onLooks({ ...looks, height: to.replace(/\D/g, "").slice(0, 4) })}
          />
        )}
      </Field>
      <Field label="Theme">
        {(ids) => <Select {...ids} options={themes} value={looks.theme} onValue={setTheme} />}
      </Field>
    </>
  );
}

const elementName = "kubepad-embed";

/** The embed as the page around it would show it: the element is defined here by the script of the HTML. */
function Preview({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (customElements.get(elementName) === undefined) {
      const script = document.createElement("script");
      script.src = new URL("embed.js", document.baseURI).href;
      document.head.append(script);
    }
    element.innerHTML = html.slice(html.indexOf(`<${elementName}`));
    return () => element.replaceChildren();
  }, [html]);
  return <div className="kp-snippet-preview" role="group" aria-label="Preview" ref={box} />;
}

/** The snippet with what was chosen of it. */
function chosen(snippet: Snippet, readOnly: boolean, isPart: boolean): Snippet {
  const parameters = (isPart && snippet.part?.parameters) || snippet.parameters;
  return { ...snippet, parameters: readOnly ? { ...parameters, readonly: "" } : parameters };
}
