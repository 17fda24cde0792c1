import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Page } from "../../state/page.ts";
import { catalog } from "../../state/catalog.ts";
import type { Actor } from "./bench.ts";
import type { Resolution } from "./outcome.ts";
import { readingOf } from "./reading.ts";
import { benches } from "./store.ts";
import { applyManifest, isForced, resolved } from "./what-if.ts";

/**
 * Applies an actor's manifest without dry run, with conflicts resolved if requested, and reports the result. Returns
 * true if the server accepted it.
 */
export async function applyNow(page: Page, actor: Actor, resolution: Resolution | undefined): Promise<boolean> {
  const say = (description: string, timeout = 8000) => page.toasts.add({ description, timeout });
  try {
    const reading = await readingOf(actor.text, catalog.of(page).getState().resources);
    if (reading.kind === "unclear") {
      say(reading.message);
      return false;
    }
    const text = resolution === undefined ? actor.text : await resolved(actor.text, resolution);
    const force = resolution !== undefined && isForced(resolution);
    const answer = await applyManifest(page, {
      path: reading.path,
      manager: actor.manager,
      text,
      force,
      dryRun: false,
    });
    if (answer.kind === "refused") {
      say(answer.status.message ?? "The server rejected the request.");
      return false;
    }
    if (text !== actor.text) benches.of(page).getState().edit(actor.id, { text });
    say(
      `Applied as ${actor.manager}: revision ${answer.object.metadata.resourceVersion ?? ""}${answer.created ? ", created" : ""}.`,
      3000,
    );
    return true;
  } catch (error) {
    say(messageOf(error));
    return false;
  }
}
