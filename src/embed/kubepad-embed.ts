import { EmbeddedFrame, frameAttributes, type Beginning } from "./embedded-frame.ts";
import { LoadQueue } from "./load-queue.ts";
import { embedParameters, type EmbedEventName, type EmbedEvents, type EmbedSeed } from "./protocol.ts";
import { WorkerFrames } from "./worker-frames.ts";
import { hasLooseObject, textsIn, type WrittenTexts } from "./written-texts.ts";

/**
 * The element `<kubepad-embed>`: a view of Kubepad in a page. Its attributes are the parameters of the embed
 * (protocol.ts), and
 *
 * - `view`: `request`, `object`, `watch`, `terminal`, `apply`, `cel`, `definition` or `policy`
 * - `theme`: `light`, `dark` or `system`; without it, the embed follows the page
 * - `label`: the frame's accessible name
 * - `height`: the pixels that are kept free until the embed reports its height
 * - `sandbox`: puts the embed into a frame without an origin of its own
 * - `site`: where Kubepad is served, if not where the script came from
 *
 * Objects to begin with are the property or the attribute `seed`, or the text of a code block in YAML or of a `<script
 * type="application/yaml">` in the element. With `data-file="web.yaml"`, it is a file that commands of the terminal
 * find instead.
 */
export interface KubepadEmbed extends HTMLElement {
  /** The objects that the server begins with. */
  seed: EmbedSeed | undefined;
  /** Goes to an address of the page, such as `#/objects/core/v1/configmaps`. */
  show(address: string): void;
  /** Removes all objects and creates the seed again. */
  reset(): void;
  addEventListener<Name extends EmbedEventName>(
    type: Name,
    listener: (event: CustomEvent<EmbedEvents[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "kubepad-embed": KubepadEmbed;
  }
}

/** What the element is defined with. */
export interface DefineOptions {
  /** The address of the site that serves Kubepad: `https://kubepad.example/`. */
  readonly site: string;
}

const elementName = "kubepad-embed";

/** Defines `<kubepad-embed>`, once per page. */
export function defineKubepadEmbed({ site }: DefineOptions): void {
  if (customElements.get(elementName) !== undefined) return;
  const queue = new LoadQueue();
  const workers = new WorkerFrames();
  customElements.define(
    elementName,
    class extends HTMLElement {
      static readonly observedAttributes = [...embedParameters, ...frameAttributes, "seed"];
      readonly #changes = new MutationObserver(() => this.#readAgain());
      #frame: EmbeddedFrame | undefined;
      #seed: EmbedSeed | undefined;
      /** What stands in the element, or stood there before a framework that does not write it took it away. */
      #written: WrittenTexts = { seed: undefined, files: undefined };

      get seed(): EmbedSeed | undefined {
        return this.#seed ?? this.getAttribute("seed") ?? this.#written.seed;
      }

      set seed(seed: EmbedSeed | undefined) {
        this.#seed = seed;
        this.#frame?.reload();
      }

      connectedCallback(): void {
        this.#takeEarlySeed();
        this.#readAgain();
        this.#changes.observe(this, { childList: true, characterData: true, subtree: true });
        this.#frame = new EmbeddedFrame({
          element: this,
          site,
          queue,
          workers,
          beginning: () => this.#beginning(),
          tell: ({ name, detail }) => this.dispatchEvent(new CustomEvent(name, { detail })),
        });
      }

      disconnectedCallback(): void {
        this.#changes.disconnect();
        this.#frame?.close();
        this.#frame = undefined;
      }

      attributeChangedCallback(name: string): void {
        if (name === "theme") this.#frame?.updateTheme();
        else if (name !== "height" && name !== "label") this.#frame?.reload();
      }

      show(address: string): void {
        this.#frame?.send({ kind: "show", address });
      }

      reset(): void {
        this.#frame?.send({ kind: "reset" });
      }

      #beginning(): Beginning {
        const { seed } = this;
        const isLoose = seed === undefined && this.#written.files === undefined && hasLooseObject(this);
        return { seed, files: this.#written.files, problem: isLoose ? looseObject : undefined };
      }

      /** Reads what stands in the element, and starts the embed anew with it if it has changed. */
      #readAgain(): void {
        const texts = textsIn(this);
        if (texts.seed === undefined && texts.files === undefined) return;
        if (JSON.stringify(texts) === JSON.stringify(this.#written)) return;
        this.#written = texts;
        this.#frame?.textsChanged();
      }

      /** A seed that was set before the element was defined is a property of the instance, which hides the accessor. */
      #takeEarlySeed(): void {
        const early = Object.getOwnPropertyDescriptor(this, "seed");
        if (early === undefined) return;
        Reflect.deleteProperty(this, "seed");
        this.#seed = early.value;
      }
    },
  );
}

const looseObject =
  "The YAML in the element is neither in a code block nor in a script, and Markdown may have changed it.";
