import { createStore } from "zustand/vanilla";
import { inWords } from "../../data/send.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import type { WorldSource } from "../../platform/kept-worlds.ts";
import { enterWorld, navigate } from "../../state/route.ts";
import { bytesOf, readFile, readLink, type Content } from "./content.ts";

/** The files that can be opened. */
export const fileTypes = ".kubepad,.yaml,.yml,.json,application/yaml,application/json";

/** A link or file that the user has opened, and how far it has been read. */
export interface Offer {
  /** The link's text, or the file's name. */
  readonly from: string;
  readonly kind: "link" | "file" | "world";
  readonly reading:
    | { readonly phase: "reading"; readonly words: string }
    | { readonly phase: "read"; readonly content: Content; readonly source: WorldSource }
    | { readonly phase: "refused"; readonly message: string };
}

export interface Sharing {
  readonly offer: Offer | undefined;
  readonly offerLink: (text: string) => Promise<void>;
  readonly offerFile: (file: File) => Promise<void>;
  /** Says that the shared world of the address is gone, on the tab's own server. */
  readonly tellOfLoss: () => void;
}

/** What is offered to the user, before anything of it is opened. */
export const sharing = defineSlice<Sharing>((page) =>
  createStore<Sharing>((set) => {
    let last = 0;
    const offer = async (from: string, kind: Offer["kind"], read: Read): Promise<void> => {
      const id = ++last;
      const show = (reading: Offer["reading"]): void => {
        if (id === last) set({ offer: { from, kind, reading } });
      };
      show({ phase: "reading", words: "Reading…" });
      try {
        show({ phase: "read", ...(await read((words) => show({ phase: "reading", words }))) });
      } catch (error) {
        show({ phase: "refused", message: inWords(error) });
      }
    };
    return {
      offer: undefined,
      offerLink: (text) =>
        offer(text, "link", async () => ({ content: await readLink(text), source: { kind: "link", text } })),
      offerFile(file) {
        navigate("#/shared");
        return offer(file.name, "file", async (tell) => {
          const bytes = await bytesOf(file);
          const content = await readFile(bytes, progressTo(page, tell));
          return { content, source: { kind: "file", name: file.name, bytes } };
        });
      },
      tellOfLoss() {
        last++;
        set({ offer: { from: "", kind: "world", reading: { phase: "refused", message: lost } } });
        enterWorld("#/shared", undefined, true);
      },
    };
  }),
);

const lost =
  "The shared world of this address is not in this browser: it was opened in another one, or has been forgotten. Open " +
  "its link or its file again.";

type Tell = (words: string) => void;
type Read = (tell: Tell) => Promise<{ readonly content: Content; readonly source: WorldSource }>;

const pauseEveryMs = 50;

/** Reports progress and lets the page draw now and then. */
function progressTo(
  page: Page,
  tell: Tell,
): (progress: { readonly done: number; readonly total: number }) => Promise<void> {
  let last = page.clock.monotonic();
  return async ({ done, total }) => {
    if (page.clock.monotonic() - last < pauseEveryMs) return;
    tell(`Reading document ${done + 1} of ${total}`);
    await new Promise<void>((resolve) => page.clock.after(0, resolve));
    last = page.clock.monotonic();
  };
}
