import { useState } from "react";
import { Button } from "../design/button.tsx";
import { ActionMenu } from "../design/menu.tsx";
import { chooseFiles } from "../platform/files.ts";
import { useNarrow } from "../platform/media.ts";
import { openPresentation } from "../platform/presenting.ts";
import { usePage } from "../state/page.ts";
import { openFiles } from "./open-file.ts";
import { snippet } from "./palette-store.ts";
import { shareDialog } from "./place-views.tsx";

/** Shares what is on the page as a link or file, and opens files. */
export function ShareMenu() {
  const page = usePage();
  const narrow = useNarrow();
  const [sharing, setSharing] = useState(false);
  const embed = snippet.use((state) => state.setOpen);
  const choose = async () => {
    await openFiles(page, await chooseFiles(".kubepad,.yaml,.yml,.json,.md"));
  };
  return (
    <>
      <ActionMenu
        trigger={
          <Button tone="plain" icon="external" aria-label="Share" className={narrow ? "kp-icon-button" : ""}>
            {narrow ? null : "Share"}
          </Button>
        }
        entries={[
          { label: "Share a link or file…", icon: "external", onSelect: () => setSharing(true) },
          { label: "Embed this view…", icon: "copy", onSelect: () => embed(true) },
          { label: "Present in a window", icon: "external", onSelect: openPresentation },
          { label: "Open a file…", icon: "upload", onSelect: () => void choose() },
        ]}
      />
      {sharing ? <shareDialog.View onClose={() => setSharing(false)} /> : null}
    </>
  );
}
