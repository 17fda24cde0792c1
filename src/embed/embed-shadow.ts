const styles = `
  :host { display: block; }
  :host([hidden]) { display: none; }
  div { position: relative; }
  iframe { display: block; width: 100%; border: 0; }
  iframe.waiting { position: absolute; inset: 0; visibility: hidden; }
  p { margin: 0 0 1em; padding: 0.75em 1em; border: 1px solid; border-radius: 6px; }
`;

/** Made once, with the first embed of a page. Unlike a style element, it needs no source in the page's policy. */
let sheet: CSSStyleSheet | undefined;

function sheetOf(): CSSStyleSheet {
  if (sheet !== undefined) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}

/**
 * The shadow tree of an embed: what stands in the element until its frame has begun, then the frame. The element itself
 * stays as it was written, since frameworks compare it with what they would write.
 */
export class EmbedShadow {
  readonly #around = document.createElement("div");
  readonly #written = document.createElement("slot");
  readonly #message = document.createElement("p");
  #frame: HTMLIFrameElement | undefined;

  constructor(element: HTMLElement) {
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheetOf()];
    this.#message.setAttribute("role", "alert");
    this.#around.append(this.#written);
    root.replaceChildren(this.#around);
  }

  /** Keeps a height free until the frame has one. */
  keepFree(height: string): void {
    this.#around.style.minHeight = height;
  }

  /** Puts a frame behind what is written, until `reveal` is called. */
  add(frame: HTMLIFrameElement): void {
    this.#frame = frame;
    frame.className = "waiting";
    this.#around.append(frame);
  }

  /** Shows the frame in place of what is written. */
  reveal(): void {
    this.#message.remove();
    this.#written.hidden = true;
    this.#frame?.classList.remove("waiting");
  }

  /** Shows what is written, without a frame. */
  clear(): void {
    this.#message.remove();
    this.#written.hidden = false;
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** Shows a message above what is written. */
  say(message: string): void {
    this.#message.textContent = message;
    this.#written.hidden = false;
    this.#around.prepend(this.#message);
  }
}
