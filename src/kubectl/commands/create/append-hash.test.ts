import { expect, test } from "vitest";
import { contentHash, withHash } from "./append-hash.ts";

test("hashes are those of kubectl", () => {
  const config = { apiVersion: "v1", data: { a: "1" }, kind: "ConfigMap", metadata: { name: "conf" } };
  expect(contentHash(config)).toBe("7m94cg445b");
  expect(withHash(config)).toMatchObject({ metadata: { name: "conf-7m94cg445b" } });
});
