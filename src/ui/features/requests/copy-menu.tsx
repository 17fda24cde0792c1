import { Button } from "../../design/button.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { copyText } from "../../platform/files.ts";
import { consoleAddress } from "../../state/route.ts";
import { usePage } from "../../state/page.ts";
import { requests } from "./store.ts";

/** The request in other tongues, on the clipboard. */
export function CopyMenu() {
  const draft = requests.use((state) => state.draft);
  const page = usePage();
  const copy = async (what: string, text: string) => {
    const done = await copyText(text);
    page.toasts.add({ description: done ? `Copied as ${what}.` : "The browser did not allow copying." });
  };
  const link = () => `${location.origin}${location.pathname}${consoleAddress({ method: draft.method, target: draft.target, type: draft.type, ...(draft.body === "" ? {} : { body: draft.body }) })}`;
  return <ActionMenu trigger={<Button size="small" tone="plain" icon="copy">Copy</Button>} entries={[{ label: "Link to this request", onSelect: () => void copy("a link", link()) }]} />;
}
