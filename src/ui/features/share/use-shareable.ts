import { useEffect, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import { encodeLink, longestLink } from "../../../share/link-codec.ts";
import type { World, WorldSettings } from "../../../share/world.ts";
import { inWords } from "../../data/send.ts";
import { usePage } from "../../state/page.ts";
import { changedSettings } from "./share-choices.ts";

/** What a server has to share. */
export interface Shareable {
  readonly objects: readonly KubeObject[];
  readonly settings: WorldSettings | undefined;
}

/** Reads what the page's server has to share. */
export function useShareable(): { readonly shareable: Shareable | undefined; readonly trouble: string } {
  const page = usePage();
  const [shareable, setShareable] = useState<Shareable | undefined>(undefined);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const control = new AbortController();
    const read = async () => {
      const [objects, { chosen, defaults }] = await Promise.all([
        listObjects({ handle: page.handle, userAgent: "kubepad-ui/0.1" }, { signal: control.signal }),
        page.inspect.serverSettings(),
      ]);
      const settings = changedSettings(chosen, defaults);
      setShareable({ objects, settings: Object.keys(settings).length === 0 ? undefined : settings });
    };
    read().catch((error: unknown) => {
      if (!control.signal.aborted) setTrouble(inWords(error));
    });
    return () => control.abort();
  }, [page]);
  return { shareable, trouble };
}

/** A link of a world, or why there is none. */
export type ShareLink =
  | { readonly kind: "making" }
  | { readonly kind: "made"; readonly link: string }
  | { readonly kind: "too-long"; readonly length: number | undefined };

/** More objects do not fit into a link, and packing them would take long. */
const mostObjects = 500;

/** Makes the link of a world. */
export function useShareLink(world: World | undefined): ShareLink {
  const [made, setMade] = useState<{ readonly world: World; readonly link: ShareLink } | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const make = async (of: World) => {
      const link = of.objects.length > mostObjects ? tooMany : linkOf(await encodeLink(of));
      if (current) setMade({ world: of, link });
    };
    if (world !== undefined) void make(world);
    return () => {
      current = false;
    };
  }, [world]);
  return made !== undefined && made.world === world ? made.link : { kind: "making" };
}

const tooMany: ShareLink = { kind: "too-long", length: undefined };

const linkOf = (text: string): ShareLink => {
  const link = new URL(`#/shared/${text}`, location.href).href;
  return link.length > longestLink ? { kind: "too-long", length: link.length } : { kind: "made", link };
};
