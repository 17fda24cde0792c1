import { openChannel, type Channel } from "./channel.ts";
import { EmbedShadow } from "./embed-shadow.ts";
import type { LoadQueue } from "./load-queue.ts";
import { themeAround, watchTheme } from "./page-theme.ts";
import {
  embedParameters,
  isFrameMessage,
  isSeed,
  withVersion,
  type EmbedEvent,
  type EmbedFiles,
  type EmbedParameters,
  type EmbedTheme,
  type FrameMessage,
  type HostMessage,
} from "./protocol.ts";
import type { WorkerFrames } from "./worker-frames.ts";

/** Attributes that are read when the frame is made, besides the parameters. */
export const frameAttributes = ["view", "site", "sandbox", "label", "height", "theme"] as const;

/** The height in pixels that is kept free until an embed reports its own. */
const firstHeight = 320;
/** The largest height that an embed is given. Higher content scrolls in its frame. */
const mostHeight = 8000;

/** After this time, an embed whose frame has loaded says that Kubepad does not answer. */
const patienceMs = 20_000;

/** What an embed begins with, as its element has it. */
export interface Beginning {
  readonly seed: unknown;
  readonly files: EmbedFiles | undefined;
  /** Why the element cannot be read. */
  readonly problem: string | undefined;
}

/** The element that an embed stands in. */
export interface EmbedHost {
  readonly element: HTMLElement;
  /** The site that serves Kubepad. */
  readonly site: string;
  readonly beginning: () => Beginning;
  readonly tell: (event: EmbedEvent) => void;
  /** Decides when the embeds of the page load. */
  readonly queue: LoadQueue;
  /** Have the workers of the embeds of the page. */
  readonly workers: WorkerFrames;
}

/** The frame of one `<kubepad-embed>`. It is made when the element comes near the viewport, and not before. */
export class EmbeddedFrame {
  readonly #host: EmbedHost;
  readonly #shadow: EmbedShadow;
  readonly #visible: IntersectionObserver;
  readonly #unwatchTheme: () => void;
  #frame: HTMLIFrameElement | undefined;
  #channel: Channel | undefined;
  /** Ends what waits for the frame. */
  #waiting = new AbortController();
  #theme: EmbedTheme | undefined;
  #height: string;
  #stale = false;
  /** Whether the frame has been told what stands in the element. */
  #started = false;
  #loaded: () => void = () => undefined;

  constructor(host: EmbedHost) {
    const { element } = host;
    this.#host = host;
    this.#height = `${Number(element.getAttribute("height")) || firstHeight}px`;
    this.#shadow = new EmbedShadow(element);
    this.#shadow.keepFree(this.#height);
    this.#visible = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#askToLoad();
      },
      { rootMargin: "50% 0px" },
    );
    this.#visible.observe(element);
    this.#unwatchTheme = watchTheme(() => this.updateTheme());
  }

  /** Starts the embed anew once all changes to the element have been made, if it has been started. */
  reload(): void {
    if (this.#frame === undefined || this.#stale) return;
    this.#stale = true;
    queueMicrotask(() => {
      this.#stale = false;
      if (this.#frame === undefined) return;
      this.#unload();
      this.#askToLoad();
    });
  }

  /** Starts the embed anew if it has begun with other texts than those that stand in the element now. */
  textsChanged(): void {
    if (this.#started) this.reload();
  }

  /** Tells the frame the page's theme, or the one that the element names. */
  updateTheme(): void {
    const theme = this.#themeNow();
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.send({ kind: "theme", theme });
  }

  send(message: HostMessage): void {
    this.#channel?.send(withVersion(message));
  }

  close(): void {
    this.#visible.disconnect();
    this.#unwatchTheme();
    this.#unload();
  }

  #askToLoad(): void {
    this.#visible.disconnect();
    this.#loaded = this.#host.queue.ask(() => this.#load());
  }

  #load(): void {
    const url = this.#address();
    if (url === undefined)
      return this.#fail(`"${this.#host.element.getAttribute("site")}" is not the address of a site.`);
    const { element, workers } = this.#host;
    const sandbox = element.getAttribute("sandbox");
    const isOpaque = sandbox !== null && !/\ballow-same-origin\b/.test(sandbox);
    const worker = isOpaque ? Promise.resolve() : workers.open(url);
    const frame = document.createElement("iframe");
    frame.src = url.href;
    frame.title = element.getAttribute("label") ?? `Kubepad: ${url.searchParams.get("embed")}`;
    frame.allow = "clipboard-write";
    if (sandbox !== null) frame.setAttribute("sandbox", `allow-scripts ${sandbox}`);
    frame.style.height = this.#height;
    this.#frame = frame;
    this.#channel = openChannel({
      scope: window,
      other: () => frame.contentWindow,
      origin: isOpaque ? "null" : url.origin,
      isReceived: isFrameMessage,
      receive: (message) => this.#receive(frame, message, worker),
    });
    this.#watchFailures(frame, url);
    this.#shadow.add(frame);
  }

  /** Returns the address of the frame; undefined where the element names no site. */
  #address(): URL | undefined {
    const { element, site } = this.#host;
    const url = urlOf(element.getAttribute("site") ?? site);
    if (url === undefined) return undefined;
    this.#theme = this.#themeNow();
    url.searchParams.set("embed", element.getAttribute("view") ?? "request");
    url.searchParams.set("theme", this.#theme);
    url.searchParams.set("host", self.origin);
    return url;
  }

  /** Says so when the policy of the page forbids the frame, or when nothing is heard of it. */
  #watchFailures(frame: HTMLIFrameElement, { origin }: URL): void {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const forbidden = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === "frame-src" && blockedURI.startsWith(origin))
        this.#fail(
          `The policy of this page allows no frames of ${origin}: its Content-Security-Policy lacks frame-src.`,
        );
    };
    document.addEventListener("securitypolicyviolation", forbidden, { signal });
    const wait = (): void =>
      AbortSignal.timeout(patienceMs).addEventListener("abort", () => this.#fail(`${origin} does not answer.`), {
        signal,
      });
    frame.addEventListener("load", wait, { signal, once: true });
  }

  #fail(message: string): void {
    this.#loaded();
    this.#shadow.keepFree("");
    this.#shadow.say(`Kubepad cannot be shown here. ${message}`);
    this.#host.tell({ kind: "event", name: "failure", detail: { message } });
  }

  #unload(): void {
    this.#loaded();
    this.#waiting.abort();
    this.#channel?.close();
    this.#shadow.clear();
    this.#frame = this.#channel = undefined;
    this.#started = false;
  }

  #receive(frame: HTMLIFrameElement, message: FrameMessage, worker: Promise<void>): void {
    switch (message.kind) {
      case "hello":
        this.#waiting.abort();
        return void Promise.all([worker, parsed()]).then(() => this.#start(frame));
      case "height":
        this.#height = `${Math.min(mostHeight, Math.max(0, Math.ceil(message.height)))}px`;
        this.#shadow.keepFree("");
        return void (frame.style.height = this.#height);
      case "event":
        if (message.name === "ready" || message.name === "failure") this.#loaded();
        if (message.name === "failure") this.#showFailure();
        return this.#host.tell(message);
    }
  }

  /** Shows what the frame says about its failure, which may come before it has asked what to begin with. */
  #showFailure(): void {
    this.#waiting.abort();
    this.#shadow.reveal();
  }

  /** Starts the embed with what stands in the element, once all of it is there. */
  #start(frame: HTMLIFrameElement): void {
    if (frame !== this.#frame) return;
    this.#started = true;
    const { seed: given, files, problem } = this.#host.beginning();
    if (problem !== undefined) return this.#fail(problem);
    const seed = asData(given);
    if (!isSeed(seed)) return this.#fail("The seed is neither a text nor a list of objects.");
    this.#shadow.reveal();
    this.send({ kind: "start", parameters: this.#parameters(), seed, files });
  }

  #parameters(): EmbedParameters {
    const { element } = this.#host;
    return Object.fromEntries(
      embedParameters.flatMap((name) => (element.hasAttribute(name) ? [[name, element.getAttribute(name) ?? ""]] : [])),
    );
  }

  #themeNow(): EmbedTheme {
    const { element } = this.#host;
    const named = element.getAttribute("theme");
    return named === "light" || named === "dark" || named === "system" ? named : themeAround(element);
  }
}

function urlOf(address: string): URL | undefined {
  try {
    return new URL(address, document.baseURI);
  } catch {
    return undefined;
  }
}

/** Resolves once the browser has read the whole page, and so the content of its elements. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== "loading") resolve();
    else document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });

/** Returns a value without what messages cannot hold: the proxies of frameworks. Undefined for what is no data. */
function asData(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  try {
    const data: unknown = JSON.parse(JSON.stringify(value));
    return Array.isArray(data) ? data : [data];
  } catch {
    return null;
  }
}
