import type { Snippet, SnippetRequest } from "../../client/snippets/snippet.ts";
import { Button } from "../design/button.tsx";
import { ActionMenu, type MenuEntry } from "../design/menu.tsx";
import { copy } from "../state/copy.ts";
import { catalog } from "../state/catalog.ts";
import { usePage, type Page } from "../state/page.ts";
import { tellError } from "../state/tell-error.ts";
import { serveAddress } from "../kube/serve-address.ts";

const tools: readonly (readonly [Snippet["tool"], string])[] = [
  ["curl", "curl"],
  ["kubectl", "kubectl"],
  ["fetch", "fetch"],
  ["client-node", "the Kubernetes client for Node"],
  ["client-go", "client-go"],
];

/** Copies a request to the clipboard as a command, as code, or as the link to it. */
export function CopyRequestMenu({
  request,
  address,
}: {
  readonly request: () => Promise<SnippetRequest>;
  /** The address of the page that shows the request. */
  readonly address: () => Promise<string>;
}) {
  const page = usePage();
  const entries: readonly MenuEntry[] = tools.map(([tool, label]) => ({
    label: `As ${label}`,
    onSelect: () => void attempt(page, snippetOf(page, request, tool, label), `Copied as ${label}.`),
  }));
  const link = async () => `${location.origin}${location.pathname}${await address()}`;
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
        { label: "Link to this request", onSelect: () => void attempt(page, link(), "Copied as a link.") },
      ]}
    />
  );
}

const attempt = (page: Page, text: Promise<string>, words: string): Promise<void> =>
  copy(page, text, words).catch((error: unknown) => tellError(page, error));

/** Returns the command or code that sends a request; rejects with a user-facing message if there is none. */
async function snippetOf(
  page: Page,
  request: () => Promise<SnippetRequest>,
  tool: Snippet["tool"],
  label: string,
): Promise<string> {
  const { snippetsOf } = await import("../../client/snippets/snippets.ts");
  const { resources } = catalog.of(page).getState();
  const snippet = snippetsOf(await request(), { server: serveAddress, resources }).find((item) => item.tool === tool);
  if (snippet === undefined) throw new Error(`No ${label} command sends this request.`);
  return snippet.text;
}
