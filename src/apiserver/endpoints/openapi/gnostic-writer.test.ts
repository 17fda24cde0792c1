import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { encodeGnostic, type GnosticMessage } from "./gnostic-writer.ts";

const item: GnosticMessage = { fields: { a: [1, "string"] } };
const either: GnosticMessage = { choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, { one: item }]) };

const message: GnosticMessage = {
  fields: {
    text: [1, "string"],
    flag: [2, "bool"],
    number: [3, "int64"],
    share: [4, "double"],
    texts: [5, "strings"],
    any: [6, "any"],
    one: [7, { one: item }],
    many: [8, { many: item }],
    map: [9, { named: item }],
    either: [10, { one: either }],
  },
  extensions: 31,
};

const hex = (value: JsonValue): string => Buffer.from(encodeGnostic(value, message)).toString("hex");

describe("encodeGnostic", () => {
  it.each<readonly [JsonValue, string]>([
    [{}, ""],
    [{ text: "ab", unknown: 1 }, "0a026162"],
    [{ text: "", flag: false, number: 0 }, ""],
    [{ number: 300, flag: true }, "100118ac02"],
    [{ share: 1.5 }, "21000000000000f83f"],
    [{ texts: ["a", ""] }, "2a01612a00"],
    [{ any: [1] }, "32061204" + Buffer.from("- 1\n").toString("hex")],
    [{ one: { a: "x" } }, "3a030a0178"],
    [{ many: [{ a: "x" }, {}] }, "42030a01784200"],
    [{ map: { k: { a: "x" } } }, "4a0a0a080a016b12030a0178"],
    [{ either: true }, "52021001"],
    [{ either: false }, "52021000"],
    [{ "x-a": 1, "x-b": 2 }, "fa010b0a03782d6112041202310afa010b0a03782d6212041202320a"],
    [{ either: { a: "x" } }, "52050a030a0178"],
    [{ "x-y": true }, "fa010e0a03782d7912071205" + Buffer.from("true\n").toString("hex")],
  ])("writes %j", (value, bytes) => expect(hex(value)).toBe(bytes));
});
