import { expect, test } from "vitest";
import type { OpenApiDocuments } from "./documents.ts";
import { createServedDocuments } from "./served-documents.ts";

const documents: OpenApiDocuments = {
  v2: () => "{}",
  v3Names: () => ["version"],
  v3: (name) => (name === "version" ? "abc" : undefined),
};
const served = (subtle: SubtleCrypto | undefined) =>
  createServedDocuments({ builtin: [], custom: () => [], load: async () => () => () => documents, subtle })();

test.each([
  ["by WebCrypto", crypto.subtle],
  ["without it", undefined],
])("documents are identified by their SHA-512, %s", async (_name, subtle) => {
  const { v3, v3Index } = await served(subtle);
  const hash =
    "DDAF35A193617ABACC417349AE20413112E6FA4E89A97EA20A9EEEE64B55D39A" +
    "2192992A274FC1A836BA3C23A3FEEBBD454D4423643CE80E2A9AC94FA54CA49F";
  expect(await v3("version")).toEqual({ text: "abc", hash });
  expect(await v3("other")).toBeUndefined();
  expect(JSON.parse((await v3Index()).text)).toEqual({
    paths: { version: { serverRelativeURL: `/openapi/v3/version?hash=${hash}` } },
  });
});
