import { quoteGo } from "../../../apimachinery/go-strings.ts";

/** Invalid CBOR, or CBOR that the API does not accept, with the message of upstream's decoder. */
export class CborError extends Error {
  override readonly name: string = "CborError";
}

/**
 * A value that does not fit its Go type. The message names the field of the outermost struct, so it is updated on the
 * way out.
 */
export class CborTypeError extends CborError {
  override readonly name = "CborTypeError";
  readonly #cborType: string;
  readonly #goType: string;
  readonly #detail: string;

  constructor(cborType: string, goType: string, detail = "") {
    super();
    this.#cborType = cborType;
    this.#goType = goType;
    this.#detail = detail === "" ? "" : ` (${detail})`;
    this.inField("");
  }

  /** Sets the field of the value: `v1.Deployment.spec`. */
  inField(field: string): void {
    const place = field === "" ? "Go value" : `Go struct field ${field}`;
    this.message = `cbor: cannot unmarshal ${this.#cborType} into ${place} of type ${this.#goType}${this.#detail}`;
  }
}

/** A map key without a matching field, which strict decoding reports. */
export class UnknownFieldError extends CborError {
  override readonly name = "UnknownFieldError";
  constructor(index: number) {
    super(`cbor: found unknown field at map element index ${index}`);
  }
}

export const duplicateKey = (key: string | number | bigint, index: number): CborError =>
  new CborError(
    `cbor: found duplicate map key ${typeof key === "string" ? quoteGo(key) : key} at map element index ${index}`,
  );

export const unacceptable = (cborType: string, what: string): CborError =>
  new CborError(`cbor: data item of cbor type ${cborType} is not accepted by protocol: ${what}`);

export const unexpectedEnd = (): CborError => new CborError("unexpected EOF");

export const invalidUtf8 = (): CborError => new CborError("cbor: invalid UTF-8 string");
