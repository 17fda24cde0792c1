import { useSyncExternalStore } from "react";
import { Button } from "../design/button.tsx";
import { reloadPage } from "../platform/leaving.ts";
import { useNarrow } from "../platform/media.ts";
import { usePage } from "../state/page.ts";

/** Offers a new version once it is on this device. It is taken only when the user asks for it. */
export function UpdateNotice() {
  const { offline } = usePage();
  const narrow = useNarrow();
  const { kind } = useSyncExternalStore(offline.subscribe, offline.get);
  if (kind !== "update-waiting" && kind !== "replaced") return null;
  const take = async () => {
    if (kind === "update-waiting") await offline.update();
    reloadPage();
  };
  return (
    <span role="status">
      <Button
        size="small"
        icon="refresh"
        aria-label="Reload with the new version of Kubepad"
        title={
          kind === "replaced"
            ? "Another tab has taken a new version of Kubepad. Reload this one too."
            : "A new version of Kubepad is ready."
        }
        onClick={() => void take()}
      >
        {narrow ? "New" : "New version"}
      </Button>
    </span>
  );
}
