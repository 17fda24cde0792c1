import { Modal } from "../design/dialog.tsx";
import { Button } from "../design/button.tsx";

const keys: readonly (readonly [keys: string, words: string])[] = [
  ["Ctrl K", "Search every action, kind and object (Cmd K on a Mac)"],
  ["Ctrl Enter", "Send the request, or save the object, from its editor"],
  ["↑ ↓", "Move in lists, logs and completions; Enter or Tab takes a completion"],
  ["← →", "Move between tabs; on a separator, change the size of panes"],
  ["Esc", "Close what floats"],
];

/** What this page is and which keys it knows. */
export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Kubepad" wide>
      <p>
        The Kubernetes API server, version 1.34, as one program in this browser tab. Everything that this page does is a
        request to it, and every request stands in the log at the bottom: open one to see what the server did with it,
        step by step.
      </p>
      <dl className="kp-keys">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>
        From the browser’s own console, <code>await kubepad.fetch("/api/v1/namespaces")</code> asks the same server.
      </p>
      <div className="kp-dialog-actions">
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
