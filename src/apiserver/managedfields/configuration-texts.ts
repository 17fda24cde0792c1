import { largeSize } from "../../component-base/work.ts";
import type { DecodedText } from "../../apimachinery/json/decode-change.ts";

/** The maximum total length of all cached texts, in characters; long ones, whose values are large, are not cached. */
const mostHeld = 4 << 20;

/** Caches the last decoded JSON configuration by manager and object, since the next one is often similar. */
export class ConfigurationTexts {
  readonly #last = new Map<string, DecodedText>();
  #held = 0;

  get(author: string): DecodedText | undefined {
    return this.#last.get(author);
  }

  remember(author: string, decoded: DecodedText): void {
    this.#forget(author);
    if (decoded.text.length > largeSize) return;
    this.#last.set(author, decoded);
    this.#held += decoded.text.length;
    for (const oldest of this.#last.keys()) {
      if (this.#held <= mostHeld) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#last.clear();
    this.#held = 0;
  }

  #forget(author: string): void {
    this.#held -= this.#last.get(author)?.text.length ?? 0;
    this.#last.delete(author);
  }
}
