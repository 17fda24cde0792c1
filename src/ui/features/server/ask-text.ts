import { readText, send } from "../../data/send.ts";
import type { Page } from "../../state/page.ts";

/** The text of a path, whatever its status: a server that is not well says why in the same form. */
export async function askText(page: Page, target: string, signal: AbortSignal): Promise<string> {
  return readText(
    (
      await send(page.handle, "kubepad-ui/0.1", {
        method: "GET",
        target,
        headers: [["Accept", "text/plain, */*"]],
        signal,
      })
    ).body,
  );
}
