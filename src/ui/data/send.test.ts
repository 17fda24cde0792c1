import { expect, test } from "vitest";
import { listItems, readBytes, readText, refusal, texts, warningsOf } from "./send.ts";

async function* parts() {
  yield new Uint8Array([0xe2, 0x82]);
  yield new Uint8Array([0xac]);
  yield "!";
}

test("reads bodies of every shape, characters split between parts included", async () => {
  expect(await readText("a")).toBe("a");
  expect(await readText(["a", "b"])).toBe("ab");
  expect(await readText(new TextEncoder().encode("ü"))).toBe("ü");
  expect(await readText(parts())).toBe("€!");
  const seen: string[] = [];
  for await (const text of texts(parts())) seen.push(text);
  expect(seen.join("")).toBe("€!");
});

test("takes warnings out of their headers", () => {
  expect(
    warningsOf([
      ["Warning", '299 - "unknown field \\"spec.x\\""'],
      ["warning", '299 - "a", 299 - "b, c"'],
      ["Other", "x"],
    ]),
  ).toEqual(['unknown field "spec.x"', "a", "b, c"]);
});

test("an answer that is no Status becomes one", () => {
  expect(refusal(404, "404 page not found\n").message).toBe("404 page not found");
  expect(
    refusal(409, '{"kind":"Status","apiVersion":"v1","metadata":{},"reason":"Conflict","message":"no"}').reason,
  ).toBe("Conflict");
});

test("reads bodies of every shape as the bytes that they are", async () => {
  const euro = new Uint8Array([0xe2, 0x82, 0xac, 0x21]);
  expect(await readBytes("€!")).toEqual(euro);
  expect(await readBytes(["€", "!"])).toEqual(euro);
  expect(await readBytes(parts())).toEqual(euro);
  expect(await readBytes(euro)).toBe(euro);
});

test("objects of a list have the kind that the list tells, unless they have their own", () => {
  const one = { metadata: { name: "a" } };
  const own = { apiVersion: "v1", kind: "Pod", metadata: { name: "b" } };
  const list = { apiVersion: "apps/v1", kind: "DeploymentList", items: [one, own, 3] };
  expect(listItems(list)).toEqual([{ apiVersion: "apps/v1", kind: "Deployment", ...one }, own]);
  expect(listItems({ apiVersion: "v1", kind: "List", items: [one] })).toEqual([one]);
  expect(listItems({ kind: "Status" })).toEqual([]);
});
