import { formatDuration } from "../../apimachinery/duration.ts";
import { formatGoFloat } from "../../apimachinery/go-strings.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { Type } from "../types/type.ts";
import { Duration } from "../values/duration.ts";
import { EvalError } from "../values/eval-error.ts";
import { quoteBytes } from "../values/print.ts";
import { Timestamp } from "../values/timestamp.ts";
import { Uint } from "../values/uint.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "../values/value.ts";

/** Prints values as CEL source, up to a maximum length. */
class BoundedPrinter {
  #text = "";
  #isCut = false;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get text(): string {
    return this.#isCut || this.#text.length <= this.#most ? this.#text : `${this.#text.slice(0, this.#most)}…`;
  }

  get #isFull(): boolean {
    return this.#isCut || this.#text.length > this.#most;
  }

  print(value: Value): void {
    if (value instanceof ListValue) this.#list(value);
    else if (value instanceof MapValue) this.#map(value);
    else if (value instanceof Optional) this.#optional(value);
    else if (typeof value === "string") this.#text += JSON.stringify(value.slice(0, this.#most));
    else this.#text += printScalar(value);
  }

  #list(list: ListValue): void {
    this.#text += "[";
    for (let i = 0; i < list.size; i++) {
      if (this.#isFull) return this.#more(list.size - i, "]");
      if (i > 0) this.#text += ", ";
      this.print(list.at(i));
    }
    this.#text += "]";
  }

  #map(map: MapValue): void {
    const keys = map.keys();
    this.#text += "{";
    for (const [i, key] of keys.entries()) {
      if (this.#isFull) return this.#more(keys.length - i, "}");
      if (i > 0) this.#text += ", ";
      this.print(key);
      this.#text += ": ";
      this.print(map.find(key) ?? null);
    }
    this.#text += "}";
  }

  #more(count: number, close: string): void {
    const kept = this.#isCut ? this.#text : `${this.#text.slice(0, this.#most)}…`;
    this.#isCut = true;
    this.#text = `${kept} ${count} more${close}`;
  }

  #optional({ value }: Optional): void {
    if (value === undefined) this.#text += "optional.none()";
    else {
      this.#text += "optional.of(";
      this.print(value);
      this.#text += ")";
    }
  }
}

function printScalar(value: Value): string {
  if (value instanceof Double)
    return Number.isInteger(value.value) ? value.value.toFixed(1) : formatGoFloat(value.value);
  if (value instanceof Uint) return `${String(value)}u`;
  if (value instanceof Uint8Array) return `b${quoteBytes(value.subarray(0, 200))}`;
  if (value instanceof Timestamp) return `timestamp("${String(value)}")`;
  if (value instanceof Duration) return `duration("${formatDuration(BigInt(value.nanos))}")`;
  if (value instanceof EvalError) return `error: ${value.message}`;
  if (value instanceof OpaqueValue) return printOpaque(value);
  return value instanceof Type ? value.toString() : String(value);
}

function printOpaque(value: OpaqueValue): string {
  const text = String(value);
  return text.startsWith("[object") ? `${value.type.name}{…}` : `${value.type.name}("${text}")`;
}

/** Returns a value as CEL source, truncated to approximately `most` characters. */
export function printBounded(value: Value, most: number): string {
  const printer = new BoundedPrinter(most);
  printer.print(value);
  return printer.text;
}
