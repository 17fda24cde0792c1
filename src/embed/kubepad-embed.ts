import { dedented } from "./dedented.ts";
import { EmbeddedFrame, frameAttributes } from "./embedded-frame.ts";
import { LoadQueue } from "./load-queue.ts";
import { embedParameters, type EmbedEventName, type EmbedEvents, type EmbedFiles, type EmbedSeed } from "./protocol.ts";

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
 * Objects to begin with are the property `seed`, or the text of a `<script type="application/yaml">` in the element.
 * Such a script with `data-file="web.yaml"` is a file that commands of the terminal find instead.
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

export interface DefineOptions {
  /** The address of the site that serves Kubepad: `https://kubepad.example/`. */
  readonly site: string;
}

const elementName = "kubepad-embed";

/**
 * Returns the text of the element's own script, where a page without scripts of its own writes the seed. The text keeps
 * its indentation, which is YAML's.
 */
const seedIn = (element: Element): string | undefined =>
  element.querySelector(":scope > script:not([data-file])")?.textContent?.trimEnd() || undefined;

/** Returns the texts of the element's scripts that are files, by their names. */
function filesIn(element: Element): EmbedFiles | undefined {
  const scripts = [...element.querySelectorAll<HTMLScriptElement>(":scope > script[data-file]")];
  const files = scripts.map((script) => [script.dataset["file"] ?? "", dedented(script.textContent ?? "")]);
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

/** Defines `<kubepad-embed>`, once per page. */
export function defineKubepadEmbed({ site }: DefineOptions): void {
  if (customElements.get(elementName) !== undefined) return;
  const queue = new LoadQueue();
  customElements.define(
    elementName,
    class extends HTMLElement {
      static readonly observedAttributes = [...embedParameters, ...frameAttributes];
      #frame: EmbeddedFrame | undefined;
      #seed: EmbedSeed | undefined;

      get seed(): EmbedSeed | undefined {
        return this.#seed ?? seedIn(this);
      }

      set seed(seed: EmbedSeed | undefined) {
        this.#seed = seed;
        this.#frame?.reload();
      }

      connectedCallback(): void {
        this.#takeEarlySeed();
        this.#frame = new EmbeddedFrame({
          element: this,
          site,
          queue,
          seed: () => this.seed,
          files: () => filesIn(this),
          tell: ({ name, detail }) => this.dispatchEvent(new CustomEvent(name, { detail })),
        });
      }

      disconnectedCallback(): void {
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
