import { usePage } from "../../state/page.ts";
import { folder } from "../../state/folder.ts";
import { terminal } from "./store.ts";

interface Example {
  readonly text: string;
  readonly words: string;
}

const examples: readonly Example[] = [
  { text: "kubectl create deployment web --image=nginx --replicas=2", words: "Creates a deployment by a generator" },
  { text: "kubectl get deployments,pods -A", words: "Lists objects of several kinds in all namespaces" },
  { text: "kubectl apply -f web.yaml", words: "Applies a file of the folder" },
  { text: "kubectl scale deployment/web --replicas=5", words: "Changes one field through a subresource" },
  { text: "kubectl explain deployment.spec.strategy", words: "Shows the documentation of a field" },
  { text: "kubectl auth can-i delete pods --as=jane", words: "Asks what another user may do" },
];

/** What an empty terminal offers: commands to fill in. */
export function EmptyTerminal() {
  const page = usePage();
  const files = folder.use((state) => state.files);
  const shown = examples.filter(({ text }) => !text.includes("web.yaml") || Object.hasOwn(files, "web.yaml"));
  return (
    <div className="kp-terminal-empty stack">
      <h2>kubectl, on this page’s server</h2>
      <p className="quiet">
        Type a command, or take one of these. Each shows the requests that it sent. Pipes to <code>grep</code>,{" "}
        <code>head</code>, <code>tail</code>, <code>wc</code> and <code>sort</code> work, so do <code>&amp;&amp;</code>,
        redirections and heredocs.
      </p>
      <ul>
        {shown.map(({ text, words }) => (
          <li key={text}>
            <button type="button" onClick={() => fillIn(text)}>
              <code>{text}</code>
              <span className="quiet small">{words}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet small kp-terminal-keys">
        <kbd>Tab</kbd> completes, <kbd>↑</kbd> recalls, <kbd>Shift Enter</kbd> begins another line, <kbd>Ctrl C</kbd>{" "}
        stops a command, <kbd>Ctrl L</kbd> clears.
      </p>
    </div>
  );

  function fillIn(text: string): void {
    terminal.of(page).getState().setText(text);
    document.querySelector<HTMLTextAreaElement>(".kp-input-line textarea")?.focus();
  }
}
