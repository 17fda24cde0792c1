import { snippetsOf } from "../../../client/snippets/snippets.ts";
import type { Snippet } from "../../../client/snippets/snippet.ts";
import { inWords } from "../../data/send.ts";
import { Button } from "../../design/button.tsx";
import { ActionMenu, type MenuEntry } from "../../design/menu.tsx";
import { copy } from "../../state/copy.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage, type Page } from "../../state/page.ts";
import { consoleAddress } from "../../state/route.ts";
import { headersOf, type Draft } from "./draft.ts";
import { bodyText } from "./run.ts";
import { requests } from "./store.ts";

const tools: readonly (readonly [Snippet["tool"], string])[] = [
  ["curl", "curl"],
  ["kubectl", "kubectl"],
  ["fetch", "fetch"],
  ["client-node", "the Kubernetes client for Node"],
];

/** The default address of `kubepad serve` and `kubectl proxy`. */
const server = "http://127.0.0.1:8001";

/** Copies the request to the clipboard as a command, as code or as a link. */
export function CopyMenu() {
  const draft = requests.use((state) => state.draft);
  const page = usePage();
  const entries: readonly MenuEntry[] = tools.map(([tool, label]) => ({
    label: `As ${label}`,
    onSelect: () => void copySnippet(page, draft, tool, label),
  }));
  const link = () =>
    `${location.origin}${location.pathname}${consoleAddress({ method: draft.method, target: draft.target, type: draft.type, ...(draft.body === "" ? {} : { body: draft.body }) })}`;
  return (
    <ActionMenu
      trigger={
        <Button size="small" tone="plain" icon="copy">
          Copy
        </Button>
      }
      entries={[
        ...entries,
        "-",
        { label: "Link to this request", onSelect: () => void copy(page, link(), "Copied as a link.") },
      ]}
    />
  );
}

async function copySnippet(page: Page, draft: Draft, tool: Snippet["tool"], label: string): Promise<void> {
  try {
    await copy(page, snippetOf(page, draft, tool, label), `Copied as ${label}.`);
  } catch (error) {
    page.toasts.add({ description: inWords(error) });
  }
}

/** Returns the command or code that sends a request; rejects with a user-facing message if there is none. */
async function snippetOf(page: Page, draft: Draft, tool: Snippet["tool"], label: string): Promise<string> {
  const { method, target } = draft;
  const request = { method, target, headers: headersOf(draft), body: await bodyText(draft) };
  const { resources } = catalog.of(page).getState();
  const snippet = snippetsOf(request, { server, resources }).find((item) => item.tool === tool);
  if (snippet === undefined) throw new Error(`No ${label} command sends this request.`);
  return snippet.text;
}
