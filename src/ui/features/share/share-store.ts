import { createStore } from "zustand/vanilla";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import type { WorldSource } from "../../platform/kept-worlds.ts";
import { enterWorld, navigate } from "../../state/route.ts";
import { formatCount } from "../../data/words.ts";
import { bytesOf, readFile, readLink, type Content, type ReadOptions } from "./content.ts";
import type { Progress } from "./open-world.ts";

/** The files that can be opened. */
export const fileTypes = ".kubepad,.yaml,.yml,.json,application/yaml,application/json";

/** A link or file that the user has opened, and how far it has been read. */
export interface Offer {
  /** The link's text, or the file's name. */
  readonly from: string;
  readonly kind: "link" | "file" | "world";
  readonly reading:
    | { readonly phase: "reading"; readonly words: string; readonly progress?: Progress }
    | { readonly phase: "read"; readonly content: Content; readonly source: WorldSource }
    | { readonly phase: "refused"; readonly message: string };
}

export interface Sharing {
  readonly offer: Offer | undefined;
  readonly offerLink: (text: string) => Promise<void>;
  readonly offerFile: (file: File) => Promise<void>;
  /** Stops reading what is offered. */
  readonly stop: () => void;
  /** Says that the shared world of the address is gone, on the tab's own server. */
  readonly tellOfLoss: () => void;
}

/** What is offered to the user, before anything of it is opened. */
export const sharing = defineSlice<Sharing>((page) =>
  createStore<Sharing>((set) => {
    let control = new AbortController();
    const begin = (): AbortSignal => {
      control.abort();
      control = new AbortController();
      return control.signal;
    };
    const offer = async (from: string, kind: Offer["kind"], read: Read): Promise<void> => {
      const signal = begin();
      const show = (reading: Offer["reading"]): void => {
        if (!signal.aborted) set({ offer: { from, kind, reading } });
      };
      show({ phase: "reading", words: "Reading…" });
      try {
        const tell: Tell = (words, progress) => show({ phase: "reading", words, progress });
        show({ phase: "read", ...(await read(tell, signal)) });
      } catch (error) {
        show({ phase: "refused", message: messageOf(error) });
      }
    };
    return {
      offer: undefined,
      offerLink: (text) =>
        offer(text, "link", async () => ({ content: await readLink(text), source: { kind: "link", text } })),
      offerFile(file) {
        navigate("#/shared");
        return offer(file.name, "file", async (tell, signal) => {
          const bytes = await bytesOf(file);
          const content = await readFile(bytes, { signal, onProgress: progressTo(page, tell) });
          return { content, source: { kind: "file", name: file.name, bytes } };
        });
      },
      stop() {
        begin();
        set({ offer: undefined });
      },
      tellOfLoss() {
        begin();
        set({ offer: { from: "", kind: "world", reading: { phase: "refused", message: lost } } });
        enterWorld("#/shared", undefined, true);
      },
    };
  }),
);

const lost =
  "The shared world of this address is not in this browser: it was opened in another one, or has been forgotten. Open " +
  "its link or its file again.";

type Tell = (words: string, progress: Progress) => void;
type Read = (tell: Tell, signal: AbortSignal) => Promise<{ readonly content: Content; readonly source: WorldSource }>;

const pauseEveryMs = 50;

/** Reports progress and lets the page draw now and then. */
function progressTo(page: Page, tell: Tell): NonNullable<ReadOptions["onProgress"]> {
  let last = page.clock.monotonic();
  return async (progress, of) => {
    if (page.clock.monotonic() - last < pauseEveryMs) return;
    const { done, total } = progress;
    tell(`Reading ${of} ${formatCount(done + 1)} of ${formatCount(total)}`, progress);
    await new Promise<void>((resolve) => page.clock.after(0, resolve));
    last = page.clock.monotonic();
  };
}
