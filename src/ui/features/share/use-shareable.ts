import { messageOf } from "../../../apimachinery/message-of.ts";
import type { ControllerFacts } from "../../../client/settings.ts";
import { changedSettings } from "../../../share/changed-settings.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import { encodeLink, longestLink } from "../../../share/link-codec.ts";
import { ShareSurroundings } from "../../../share/share-surroundings.ts";
import type { World } from "../../../share/world.ts";
import { pageAgent } from "../../data/send.ts";
import { useCurrentAnswer, useLatestAnswer } from "../../data/use-answer.ts";
import { linkTo } from "../../platform/address.ts";
import { usePage, type Page } from "../../state/page.ts";
import type { Shareable } from "./share-choices.ts";

/** Reads what the page's server has to share. */
export function useShareable(): { readonly shareable: Shareable | undefined; readonly trouble: string } {
  const page = usePage();
  const read = useLatestAnswer(
    (signal) =>
      readShareable(page, signal).then(
        (shareable) => ({ shareable, trouble: "" }),
        (error: unknown) => ({ shareable: undefined, trouble: messageOf(error) }),
      ),
    [page],
  );
  return read ?? { shareable: undefined, trouble: "" };
}

async function readShareable(page: Page, signal: AbortSignal): Promise<Shareable> {
  const [objects, { chosen, defaults, controllers }, pace] = await Promise.all([
    listObjects({ handle: page.handle, userAgent: pageAgent }, { signal }),
    page.inspect.serverSettings(),
    page.inspect.worldTime(),
  ]);
  const settings = changedSettings(chosen, defaults, pace);
  const namesOf = (facts: readonly ControllerFacts[]): ReadonlySet<string> => new Set(facts.map(({ name }) => name));
  return {
    objects,
    surroundings: await ShareSurroundings.of(
      objects,
      () => new Promise((resolve) => void page.clock.after(0, resolve)),
    ),
    settings: Object.keys(settings).length === 0 ? undefined : settings,
    running: namesOf(controllers.filter(({ enabled }) => enabled)),
    own: namesOf(controllers.filter(({ isOwn }) => isOwn)),
  };
}

/** A link of a world, or why there is none. */
export type ShareLink =
  | { readonly kind: "making" }
  | { readonly kind: "made"; readonly link: string }
  | { readonly kind: "too-long"; readonly length: number | undefined };

/** More objects do not fit into a link, and packing them would take long. */
export const mostLinked = 500;

/** Makes the link of a world; undefined is one with too many objects. */
export function useShareLink(world: World | undefined): ShareLink {
  const made = useCurrentAnswer(() => world && encodeLink(world).then(linkOf), [world]);
  return world === undefined ? tooMany : (made ?? { kind: "making" });
}

const tooMany: ShareLink = { kind: "too-long", length: undefined };

const linkOf = (text: string): ShareLink => {
  const link = linkTo(`#/shared/${text}`);
  return link.length > longestLink ? { kind: "too-long", length: link.length } : { kind: "made", link };
};
