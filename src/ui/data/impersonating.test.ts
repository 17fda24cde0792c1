import { expect, test } from "vitest";
import { isListed, type Exchange, type Handle } from "../../component-base/exchange.ts";
import { withImpersonation, type ActingAs } from "./impersonating.ts";

const jane: ActingAs = { user: "jane", groups: ["dev", "ops"] };

async function sent(
  method: string,
  headers: [string, string][],
  as: ActingAs | undefined = jane,
): Promise<readonly (readonly [string, string])[]> {
  let seen: readonly (readonly [string, string])[] = [];
  const handle: Handle = ({ headers: arrived }: Exchange) => {
    seen = (isListed(arrived) ? [...arrived] : [])
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name.startsWith("impersonate"));
    return Promise.resolve({ status: 200, headers: [], body: "" });
  };
  await withImpersonation(
    handle,
    () => as,
  )({ method, target: "/", headers: new Headers(headers), body: null, signal: new AbortController().signal });
  return seen;
}

test("what the page and the person ask goes as who they act as, each group in a header of its own", async () => {
  const expected = [
    ["impersonate-user", "jane"],
    ["impersonate-group", "dev"],
    ["impersonate-group", "ops"],
  ];
  expect(await sent("GET", [["User-Agent", "kubepad-console/0.1"]])).toEqual(expected);
  expect(await sent("POST", [["User-Agent", "kubepad-ui/0.1"]])).toEqual(expected);
  expect(await sent("GET", [["User-Agent", "kubepad-ui/0.1"]])).toEqual(expected);
});

test("a request that names somebody keeps that name", async () => {
  expect(
    await sent("GET", [
      ["User-Agent", "kubepad-console/0.1"],
      ["Impersonate-User", "joe"],
    ]),
  ).toEqual([["impersonate-user", "joe"]]);
});

test("nothing is added while nobody is impersonated", async () => {
  let seen = false;
  const exchange: Exchange = {
    method: "POST",
    target: "/",
    headers: new Headers(),
    body: null,
    signal: new AbortController().signal,
  };
  await withImpersonation(
    (arrived) => {
      seen = arrived === exchange;
      return Promise.resolve({ status: 200, headers: [], body: "" });
    },
    () => undefined,
  )(exchange);
  expect(seen).toBe(true);
});
