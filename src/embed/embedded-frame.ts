import { openChannel, type Channel } from "./channel.ts";
import type { LoadQueue } from "./load-queue.ts";
import { themeAround, watchTheme } from "./page-theme.ts";
import {
  embedParameters,
  isFrameMessage,
  withVersion,
  type EmbedEvent,
  type EmbedFiles,
  type EmbedParameters,
  type EmbedSeed,
  type EmbedTheme,
  type FrameMessage,
  type HostMessage,
} from "./protocol.ts";

/** Attributes that are read when the frame is made, besides the parameters. */
export const frameAttributes = ["view", "site", "sandbox", "label", "height", "theme"] as const;

/** The height in pixels that is kept free until an embed reports its own. */
const firstHeight = 320;
/** The largest height that an embed is given. Higher content scrolls in its frame. */
const mostHeight = 8000;

/** The element that an embed stands in. */
export interface EmbedHost {
  readonly element: HTMLElement;
  /** The site that serves Kubepad. */
  readonly site: string;
  readonly seed: () => EmbedSeed | undefined;
  readonly files: () => EmbedFiles | undefined;
  readonly tell: (event: EmbedEvent) => void;
  /** Decides when the embeds of the page load. */
  readonly queue: LoadQueue;
}

/** The frame of one `<kubepad-embed>`. It is made when the element comes near the viewport, and not before. */
export class EmbeddedFrame {
  readonly #host: EmbedHost;
  readonly #visible: IntersectionObserver;
  readonly #unwatchTheme: () => void;
  #frame: HTMLIFrameElement | undefined;
  #channel: Channel | undefined;
  #theme: EmbedTheme | undefined;
  #height: string;
  #stale = false;
  #loaded: () => void = () => undefined;

  constructor(host: EmbedHost) {
    const { element } = host;
    this.#host = host;
    element.style.display ||= "block";
    this.#height = `${Number(element.getAttribute("height")) || firstHeight}px`;
    element.style.minHeight = this.#height;
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
    const { element, site } = this.#host;
    const sandbox = element.getAttribute("sandbox");
    const url = new URL(element.getAttribute("site") ?? site, document.baseURI);
    const view = element.getAttribute("view") ?? "request";
    const frame = document.createElement("iframe");
    this.#theme = this.#themeNow();
    for (const [name, value] of [
      ["embed", view],
      ["theme", this.#theme],
      ["host", self.origin],
    ] as const)
      url.searchParams.set(name, value);
    frame.src = url.href;
    frame.title = element.getAttribute("label") ?? `Kubepad: ${view}`;
    frame.allow = "clipboard-write";
    if (sandbox !== null) frame.setAttribute("sandbox", `allow-scripts ${sandbox}`);
    Object.assign(frame.style, { display: "block", width: "100%", height: this.#height, border: "0" });
    this.#frame = frame;
    this.#channel = openChannel({
      scope: window,
      other: () => frame.contentWindow,
      origin: sandbox === null || /\ballow-same-origin\b/.test(sandbox) ? url.origin : "null",
      isReceived: isFrameMessage,
      receive: (message) => this.#receive(frame, message),
    });
    for (const child of element.children) child.toggleAttribute("hidden", true);
    // Not into a shadow root, whose frames the page does not list: embeds find each other by that list.
    element.append(frame);
  }

  #unload(): void {
    this.#loaded();
    this.#channel?.close();
    this.#frame?.remove();
    this.#frame = this.#channel = undefined;
  }

  #receive(frame: HTMLIFrameElement, message: FrameMessage): void {
    switch (message.kind) {
      case "hello":
        return this.send({
          kind: "start",
          parameters: this.#parameters(),
          seed: this.#host.seed(),
          files: this.#host.files(),
        });
      case "height":
        this.#height = `${Math.min(mostHeight, Math.max(0, Math.ceil(message.height)))}px`;
        this.#host.element.style.minHeight = "";
        return void (frame.style.height = this.#height);
      case "event":
        if (message.name === "ready" || message.name === "failure") this.#loaded();
        return this.#host.tell(message);
    }
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
