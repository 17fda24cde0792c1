import type { DecodeState } from "./decode-state.ts";
import type { Emptiness, NodeCodec } from "./node-codec.ts";
import type { Document } from "./repeated-members.ts";

/** Types whose values are long and stay the same while the objects around them change: the schemas of definitions, beside their status. */
export const rememberedTypes: ReadonlySet<string> = new Set(["io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation"]);

/** Prints each value once: held values never change, so that their texts can be kept with them. */
export class RememberingCodec implements NodeCodec {
  readonly #codec: NodeCodec;
  readonly #texts = new WeakMap<object, string>();

  constructor(codec: NodeCodec) {
    this.#codec = codec;
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
}
