import { expect, test } from "vitest";
import type { Answer, Exchange } from "../component-base/exchange.ts";
import { withRetryAfter } from "./with-retry-after.ts";

const exchange = (target: string, agent = "kubectl"): Exchange => ({
  method: "GET",
  target,
  headers: new Headers({ "User-Agent": agent }),
  body: null,
  signal: new AbortController().signal,
});

test("a server that ends answers what it has begun, and asks others to try again", async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const { handle, refuse } = withRetryAfter(({ target }) =>
    target === "/slow"
      ? new Promise<Answer>((resolve) => (answer = resolve))
      : Promise.resolve({ status: 200, headers: [], body: "" }),
  );
  const slow = handle(exchange("/slow"));
  expect((await handle(exchange("/api"))).status).toBe(200);
  let refused = false;
  const refusing = refuse().then(() => (refused = true));
  const later = await handle(exchange("/api"));
  expect([later.status, later.headers]).toEqual([429, expect.arrayContaining([["Retry-After", "5"]])]);
  expect(later.body).toBe("The apiserver is shutting down, please try again later.\n");
  for (const path of ["/readyz?verbose", "/livez", "/healthz", "/metrics"])
    expect((await handle(exchange(path))).status).toBe(200);
  expect((await handle(exchange("/api", "kube-apiserver/v1.34.0"))).status).toBe(200);
  expect(refused).toBe(false);
  answer({ status: 201, headers: [], body: "" });
  expect((await slow).status).toBe(201);
  await refusing;
});
