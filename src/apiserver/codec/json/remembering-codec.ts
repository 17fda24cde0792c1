import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import type { Emptiness, NodeCodec } from "./node-codec.ts";
import type { Document } from "./repeated-members.ts";

/** A cache of the texts of immutable values. */
interface KnownTexts {
  get(value: object): string | undefined;
  set(value: object, text: string): void;
}

/** Caches the text of the last printed value only. */
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
 * Types whose texts are cached, with the kind of cache. The schemas of definitions are long and do not change when the
 * status does; entries of managed fields are shared by objects that a manager creates in sequence.
 */
export const rememberedTypes: { readonly [name: string]: (() => KnownTexts) | undefined } = {
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation": () =>
    new WeakMap<object, string>(),
  "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry": () => new LastText(),
};

/** Caches the text of each value. This is safe because decoded values are immutable. */
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
