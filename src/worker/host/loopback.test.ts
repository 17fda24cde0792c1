import { expect, it } from "vitest";
import { isListed, type Exchange } from "../../component-base/exchange.ts";
import { HeaderPairs } from "../link/header-pairs.ts";
import { withLoopbackToken } from "./loopback.ts";

it("a request that comes by another server has no token, and keeps the user whom that one names", async () => {
  let seen: Exchange | undefined;
  const handle = withLoopbackToken(
    async (exchange) => ((seen = exchange), { status: 200, headers: [], body: "" }),
    "t",
  );
  const { signal } = new AbortController();
  const headers = new HeaderPairs(["x-remote-user", "ann"]);
  await handle({ method: "GET", target: "/", headers, body: null, signal, viaFrontProxy: true });
  expect(seen).toMatchObject({ viaFrontProxy: true });
  expect(seen?.headers.get("Authorization")).toBeNull();
  expect(seen?.headers.get("X-Remote-User")).toBe("ann");
});

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
