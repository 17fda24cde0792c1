import { expect, it } from "vitest";
import { isListed, type Exchange } from "../../component-base/exchange.ts";
import { HeaderPairs } from "../link/header-pairs.ts";
import { withLoopbackToken } from "./loopback.ts";

it("a page without credentials has the token's, and keeps all headers of its own", async () => {
  let seen: Exchange | undefined;
  const handle = withLoopbackToken(
    async (exchange) => ((seen = exchange), { status: 200, headers: [], body: "" }),
    "t",
  );
  await handle({
    method: "GET",
    target: "/",
    headers: new HeaderPairs(["impersonate-group", "a", "impersonate-group", "b"]),
    body: null,
    signal: new AbortController().signal,
  });
  expect(seen?.headers.get("Authorization")).toBe("Bearer t");
  expect(seen !== undefined && isListed(seen.headers) ? [...seen.headers] : []).toEqual([
    ["impersonate-group", "a"],
    ["impersonate-group", "b"],
  ]);
});
