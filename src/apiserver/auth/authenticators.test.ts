import { describe, expect, it } from "vitest";
import type { Authentication, Authenticator } from "../request/authenticator.ts";
import {
  createAlwaysMastersAuthenticator,
  createTokenAuthenticator,
  anonymousAuthenticator,
  loopbackUser,
  unionAuthenticators,
} from "./authenticators.ts";
import { parseTokenFile } from "./token-file.ts";

/** Tokens of a file are looked up, so the answer is there at once. */
function atOnce(found: ReturnType<Authenticator["authenticate"]>): Authentication {
  if (found instanceof Promise) throw new Error("the answer is late");
  return found;
}

const users = parseTokenFile(
  'admin-token,admin,admin-uid,"system:masters"\nalice-token,alice,alice-uid,"dev,ops"\nbob-token,bob,bob-uid\n',
  "f",
);
const server = unionAuthenticators([
  createTokenAuthenticator(new Map([...users, ["loop", loopbackUser]])),
  anonymousAuthenticator,
]);
const ask = (authorization?: string) =>
  atOnce(server.authenticate(new Headers(authorization === undefined ? {} : { Authorization: authorization }), "/"));
const nameOf = (authorization?: string): string => {
  const found = ask(authorization);
  return found.outcome === "user" ? found.user.name : found.outcome;
};

describe("bearer tokens", () => {
  it.each([
    [undefined, "system:anonymous"],
    ["Bearer alice-token", "alice"],
    ["bearer alice-token", "alice"],
    ["BEARER alice-token extra words", "alice"],
    ["Bearer  alice-token", "system:anonymous"],
    ["Bearer", "system:anonymous"],
    ["Bearer ", "system:anonymous"],
    ["Basic YWRtaW46YWRtaW4=", "system:anonymous"],
    ["Token alice-token", "system:anonymous"],
    ["alice-token", "system:anonymous"],
    ["", "system:anonymous"],
    ["Bearer alice-token,", "refused"],
    ["Bearer ALICE-TOKEN", "refused"],
    ["Bearer wrong", "refused"],
    ["Bearer __proto__", "refused"],
    ["Bearer loop", "system:apiserver"],
  ])("%s is %s", (authorization, name) => {
    expect(nameOf(authorization)).toBe(name);
  });

  it("warns of a doubled space", () => {
    expect(ask("Bearer  alice-token")).toMatchObject({
      warning: "the provided Authorization header contains extra space before the bearer token, and is ignored",
    });
    expect(ask("Bearer alice-token")).not.toHaveProperty("warning");
  });

  it("adds the group of all who are known", () => {
    expect(ask("Bearer alice-token")).toMatchObject({
      user: { uid: "alice-uid", groups: ["dev", "ops", "system:authenticated"] },
    });
    expect(ask("Bearer bob-token")).toMatchObject({ user: { groups: ["system:authenticated"] } });
    expect(ask()).toMatchObject({ user: { groups: ["system:unauthenticated"] } });
  });
});

describe("several authenticators", () => {
  const late = (found: Authentication): Authenticator => ({ authenticate: () => Promise.resolve(found) });

  // oxfmt-ignore
  it.each([
    ["a late user", [late({ outcome: "user", user: loopbackUser }), anonymousAuthenticator], { outcome: "user", user: loopbackUser }],
    ["a late refusal", [late({ outcome: "refused" }), anonymousAuthenticator], { outcome: "refused" }],
    ["a late warning before a user", [late({ outcome: "none", warning: "w" }), late({ outcome: "none" }), anonymousAuthenticator], { outcome: "user", warning: "w" }],
    ["nobody with a warning", [late({ outcome: "none", warning: "w" })], { outcome: "none", warning: "w" }],
  ])("wait for %s", async (_name, authenticators, expected) => {
    expect(await unionAuthenticators(authenticators).authenticate(new Headers(), "/")).toMatchObject(expected);
  });
});

describe("a server without identities", () => {
  it("takes everyone for a master, and knows its own", () => {
    const open = createAlwaysMastersAuthenticator(createTokenAuthenticator(new Map([["loop", loopbackUser]])));
    expect(open.authenticate(new Headers(), "/")).toMatchObject({
      user: { name: "system:unsecured", groups: ["system:masters", "system:authenticated"] },
    });
    expect(open.authenticate(new Headers({ Authorization: "Bearer wrong" }), "/")).toMatchObject({
      user: { name: "system:unsecured" },
    });
    expect(open.authenticate(new Headers({ Authorization: "Bearer loop" }), "/")).toMatchObject({
      user: { name: "system:apiserver" },
    });
  });
});
