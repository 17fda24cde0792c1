import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { CodeView } from "../code/code-view.tsx";
import { inWords } from "../data/send.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { Button } from "../design/button.tsx";
import { Modal } from "../design/dialog.tsx";
import { Note, Skeleton } from "../design/feedback.tsx";
import { Check, Field, Select, TextInput } from "../design/field.tsx";
import { copy } from "../state/copy.ts";
import { usePage } from "../state/page.ts";
import { snippetOfView } from "./snippet-of-view.ts";
import { printSnippet, type Looks, type Snippet } from "./snippet.ts";

/** The HTML that shows the current view in another page. */
export function SnippetDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const route = useStore(page.route);
  const [readOnly, setReadOnly] = useState(false);
  const [isPart, setPart] = useState(false);
  const [looks, setLooks] = useState<Looks>({ height: "", theme: "" });
  const [isPreviewed, setPreviewed] = useState(false);
  const made = useLatestAnswer(
    () =>
      snippetOfView(page, route).then(
        (snippet) => ({ snippet, trouble: "" }),
        (error: unknown) => ({ snippet: undefined, trouble: inWords(error) }),
      ),
    [page, route],
  );
  const { snippet, trouble } = made ?? { snippet: undefined, trouble: "" };
  const { text, refused } =
    snippet === undefined ? { text: "", refused: "" } : printed({ ...snippet, looks }, readOnly, isPart);
  const problem = trouble === "" ? refused : trouble;
  const copyHtml = async () => {
    await copy(page, text, "HTML copied.");
    onClose();
  };
  return (
    <Modal open onClose={onClose} title="Embed this view" wide>
      <div className="stack">
        <p>This HTML shows the view in another page, on a server of its own with the objects below.</p>
        {problem === "" ? null : <Note tone="error">{problem}</Note>}
        {snippet === undefined && problem === "" ? <Skeleton lines={4} /> : null}
        {text === "" ? null : (
          <div className="kp-snippet">
            <CodeView label="HTML of the embed" language="yaml" text={text} />
          </div>
        )}
        {snippet?.part === undefined ? null : <Check label={snippet.part.words} checked={isPart} onChecked={setPart} />}
        <Check label="Read-only: readers cannot change objects" checked={readOnly} onChecked={setReadOnly} />
        <LooksFields looks={looks} onLooks={setLooks} />
        {isPreviewed && text !== "" ? <Preview key={text} html={text} /> : null}
      </div>
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button icon="external" disabled={text === ""} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? "Hide the preview" : "Preview"}
        </Button>
        <Button tone="primary" icon="copy" disabled={text === ""} onClick={() => void copyHtml()}>
          Copy
        </Button>
      </div>
    </Modal>
  );
}

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
    <div className="row wrap kp-snippet-looks">
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
    </div>
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

function printed(
  snippet: Snippet,
  readOnly: boolean,
  isPart: boolean,
): { readonly text: string; readonly refused: string } {
  const chosen = (isPart && snippet.part?.parameters) || snippet.parameters;
  const parameters = readOnly ? { ...chosen, readonly: "" } : chosen;
  try {
    return { text: printSnippet(document.baseURI, { ...snippet, parameters }), refused: "" };
  } catch (error) {
    return { text: "", refused: inWords(error) };
  }
}
