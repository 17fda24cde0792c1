import { describe, expect, it } from "vitest";
import { keyTransformers } from "./key-transformers.ts";

const [short, long] = [Buffer.from("0123456789abcdef"), Buffer.from("0123456789abcdef0123456789abcdef")];
const plain = '{"kind":"Secret"}';

/** Values that k8s.io/apiserver 1.34 wrote, without their prefixes. */
const recorded = {
  aescbc: {
    key: long,
    context: "/registry/secrets/a/b",
    value: "Ra0J5aWYg9Pd7vh6kZhLmPSXupqVPrxnLmeo2LbE9Kk5yzJlTtFK0khnYbus+C4O",
  },
  aesgcm: {
    key: short,
    context: "/registry/deployments/a/b",
    value: "XxGM6D7MaoM1ImihoDYjZz8IpTXapf/4PeY29soLVZgNg7ReYeK5O2AOD0ux",
  },
  secretbox: {
    key: long,
    context: "/registry/awesome.bears.example/pandas/a/b",
    value: "VKdQZlnH+KtoxtMQQLf1ONSrE2hyy5akc2lMcF+Zc3ZF4ZrHsbN6yiOUI8lW9E1WPkf1AEZOol1X",
  },
};

const contextOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const names = ["aescbc", "aesgcm", "secretbox"] as const;

describe.each(names)("%s", (name) => {
  const { key, context, value } = recorded[name];
  const transformer = keyTransformers[name](key);
  const read = (bytes: Uint8Array, of = context): string =>
    Buffer.from(transformer.fromStorage(bytes, contextOf(of)).data).toString();

  it("reads what k8s.io/apiserver has written", () => {
    expect(read(Buffer.from(value, "base64"))).toBe(plain);
  });

  it.each([0, 1, 15, 16, 17, 5000])("reads %i bytes that it has written, differently each time", (length) => {
    const bytes = Buffer.alloc(length, "x");
    const [one, other] = [transformer.toStorage(bytes, contextOf("k")), transformer.toStorage(bytes, contextOf("k"))];
    expect(Buffer.from(one).equals(other)).toBe(false);
    expect(Buffer.from(transformer.fromStorage(one, contextOf("k")).data).equals(bytes)).toBe(true);
  });

  it("refuses what another key has written, and what is cut", () => {
    const other = keyTransformers[name](Buffer.alloc(key.length, 7)).toStorage(Buffer.alloc(100), contextOf(context));
    const refused = {
      aescbc: /padd|PKCS7/,
      aesgcm: "cipher: message authentication failed",
      secretbox: "output array was not large enough for encryption",
    };
    expect(() => read(other)).toThrow(refused[name]);
    expect(() => read(Buffer.from("short"))).toThrow("the stored data was shorter than the required size");
  });
});

describe("a value under another key in storage", () => {
  const moved = (name: (typeof names)[number]): string => {
    const transformer = keyTransformers[name](long);
    const value = transformer.toStorage(Buffer.from("x"), contextOf("a"));
    return Buffer.from(transformer.fromStorage(value, contextOf("b")).data).toString();
  };

  it("is refused by aesgcm, and read by aescbc and secretbox, as upstream", () => {
    expect(() => moved("aesgcm")).toThrow("cipher: message authentication failed");
    expect([moved("aescbc"), moved("secretbox")]).toEqual(["x", "x"]);
  });
});

it("aescbc refuses what is no whole number of blocks, and padding that is none", () => {
  const transformer = keyTransformers.aescbc(long);
  const read = (bytes: Uint8Array) => () => transformer.fromStorage(bytes, contextOf("k"));
  expect(read(Buffer.alloc(17))).toThrow("the stored data is not a multiple of the block size");
  expect(read(Buffer.alloc(16))).toThrow("invalid PKCS7 data (empty or not padded)");
});
