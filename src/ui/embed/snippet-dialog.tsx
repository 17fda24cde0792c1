import { useState } from "react";
import { useStore } from "zustand";
import { CodeView } from "../code/code-view.tsx";
import { inWords } from "../data/send.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { Button } from "../design/button.tsx";
import { Modal } from "../design/dialog.tsx";
import { Note, Skeleton } from "../design/feedback.tsx";
import { Check } from "../design/field.tsx";
import { copy } from "../state/copy.ts";
import { usePage } from "../state/page.ts";
import { snippetOfView } from "./snippet-of-view.ts";
import { printSnippet, type Snippet } from "./snippet.ts";

/** The HTML that shows the current view in another page. */
export function SnippetDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const route = useStore(page.route);
  const [readOnly, setReadOnly] = useState(false);
  const [isPart, setPart] = useState(false);
  const made = useLatestAnswer(
    () =>
      snippetOfView(page, route).then(
        (snippet) => ({ snippet, trouble: "" }),
        (error: unknown) => ({ snippet: undefined, trouble: inWords(error) }),
      ),
    [page, route],
  );
  const { snippet, trouble } = made ?? { snippet: undefined, trouble: "" };
  const { text, refused } = snippet === undefined ? { text: "", refused: "" } : printed(snippet, readOnly, isPart);
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
      </div>
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" icon="copy" disabled={text === ""} onClick={() => void copyHtml()}>
          Copy
        </Button>
      </div>
    </Modal>
  );
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
