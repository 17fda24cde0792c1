import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import type { Emptiness, NodeCodec } from "./node-codec.ts";
import type { Document } from "./repeated-members.ts";

/** Texts of values that do not change. */
interface KnownTexts {
  get(value: object): string | undefined;
  set(value: object, text: string): void;
}

/** The text of the value that was printed last, and no other. */
class LastText implements KnownTexts {
  #value: object | undefined;
  #text = "";

  get(value: object): string | undefined {
    return value === this.#value ? this.#text : undefined;
  }

  set(value: object, text: string): void {
    this.#value = value;
    this.#text = text;
  }
}

/**
 * Types whose values need not be printed again, and what is kept of their texts: the schemas of definitions are long
 * and stay the same while the status
 * beside them changes; entries of managed fields are shared by objects that a manager creates one after the other.
 */
export const rememberedTypes: { readonly [name: string]: (() => KnownTexts) | undefined } = {
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation": () =>
    new WeakMap<object, string>(),
  "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry": () => new LastText(),
};

/** Prints each value once: held values never change, so that their texts can be kept with them. */
export class RememberingCodec implements NodeCodec {
  readonly #codec: NodeCodec;
  readonly #texts: KnownTexts;

  constructor(codec: NodeCodec, texts: KnownTexts) {
    this.#codec = codec;
    this.#texts = texts;
  }

  get goType(): string {
    return this.#codec.goType;
  }

  get emptiness(): Emptiness {
    return this.#codec.emptiness;
  }

  get struct(): boolean {
    return this.#codec.struct;
  }

  zero(): unknown {
    return this.#codec.zero();
  }

  decode(value: Document & {}, state: DecodeState): unknown {
    return this.#codec.decode(value, state);
  }

  encode(value: unknown): string {
    if (typeof value !== "object" || value === null) return this.#codec.encode(value);
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = this.#codec.encode(value);
    this.#texts.set(value, text);
    return text;
  }

  compare(before: object, after: object, differences: Differences): boolean {
    return this.#codec.compare?.(before, after, differences) ?? false;
  }
}
