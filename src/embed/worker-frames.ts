import { openChannel } from "./channel.ts";
import { isFrameMessage } from "./protocol.ts";

/** After this time, embeds start without the frame that has the worker. */
const patienceMs = 10_000;

/**
 * The hidden frames that have the workers of a page's embeds, one for each site that serves Kubepad. Embeds stand in
 * shadow trees, where they cannot find each other's; this frame stands in the document. It is outside of the body, so
 * that neither hydration nor a change of the content that loads no document touches it: the servers go on.
 */
export class WorkerFrames {
  readonly #frames = new Map<string, { readonly frame: HTMLIFrameElement; readonly offers: Promise<void> }>();

  /** Makes the frame of a site unless it is there; resolves once its worker can be found. */
  open(site: URL): Promise<void> {
    const url = new URL(site.pathname, site);
    url.searchParams.set("embed", "worker");
    url.searchParams.set("host", self.origin);
    const known = this.#frames.get(url.href);
    if (known?.frame.isConnected === true) return known.offers;
    const frame = document.createElement("iframe");
    frame.title = "Kubepad";
    frame.src = url.href;
    frame.style.display = "none";
    const offers = offering(frame, url.origin);
    document.documentElement.append(frame);
    this.#frames.set(url.href, { frame, offers });
    return offers;
  }
}

/** Resolves when a frame says that it is there, or has not said so for long. */
const offering = (frame: HTMLIFrameElement, origin: string): Promise<void> =>
  new Promise((resolve) => {
    const channel = openChannel({
      scope: window,
      other: () => frame.contentWindow,
      origin,
      isReceived: isFrameMessage,
      receive: () => done(),
    });
    const done = (): void => {
      channel.close();
      resolve();
    };
    AbortSignal.timeout(patienceMs).addEventListener("abort", done);
  });
