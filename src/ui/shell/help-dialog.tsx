import { useStore } from "zustand";
import { Modal } from "../design/dialog.tsx";
import { Button } from "../design/button.tsx";
import { lessonsAbout } from "../features/lessons/catalogue.ts";
import { usePage } from "../state/page.ts";

const keys: readonly (readonly [keys: string, words: string])[] = [
  ["Ctrl K", "Search every action, kind and object (Cmd K on a Mac)"],
  ["Ctrl Enter", "Send the request, or save the object, from its editor"],
  ["↑ ↓", "Move in lists, logs and completions; Enter or Tab takes a completion"],
  ["← →", "Move between tabs; on a separator, change the size of panes"],
  ["Tab ↑ ↓", "In the terminal: complete the command, recall earlier ones; Shift Enter begins another line"],
  ["Ctrl C", "In the terminal: stop the command, if no text is selected; Ctrl L clears"],
  [
    "Alt R",
    "Show or hide the timeline; on it ← → step by writes, Page ↑ ↓ by groups, Home goes to the oldest, Esc to now",
  ],
  ["Esc", "Close dialogs, menus and completions"],
];

/** Describes the page and its keyboard shortcuts. */
export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Kubepad" wide>
      <p>
        The Kubernetes API server, version 1.34, running in this browser tab. Everything that this page does is a
        request to it. The request log lists every one: open one to see step by step what the server did.
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
        In the browser console, <code>await kubepad.fetch("/api/v1/namespaces")</code> uses the same server.
      </p>
      <LessonsHere onClose={onClose} />
      <div className="kp-dialog-actions">
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

/** The most lessons that are listed; the catalogue has the others. */
const shownLessons = 5;

/** The lessons about the view behind the dialog. */
function LessonsHere({ onClose }: { readonly onClose: () => void }) {
  const place = useStore(usePage().route, ({ parts }) => parts[0] ?? "");
  const lessons = lessonsAbout(place);
  return (
    <section aria-label="Lessons">
      <h3>{lessons.length === 0 ? "Lessons" : "Lessons about this view"}</h3>
      <ul>
        {lessons.slice(0, shownLessons).map(({ slug, title }) => (
          <li key={slug}>
            <a href={`#/lessons/${slug}`} onClick={onClose}>
              {title}
            </a>
          </li>
        ))}
        <li>
          <a href={`#/lessons?about=${place}`} onClick={onClose}>
            All lessons
          </a>
        </li>
      </ul>
    </section>
  );
}
