import { pageAgent, readText, send } from "../../data/send.ts";
import type { Page } from "../../state/page.ts";

/** Requests the text of a path with any status: an unhealthy server responds in the same format. */
export async function askText(page: Page, target: string, signal: AbortSignal): Promise<string> {
  return readText(
    (
      await send(page.handle, pageAgent, {
        method: "GET",
        target,
        headers: [["Accept", "text/plain, */*"]],
        signal,
      })
    ).body,
  );
}
