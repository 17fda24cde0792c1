import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import type { TokenContent } from "../../request/identity.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { createTokenService } from "./token-service.ts";

const start = Date.UTC(2026, 0, 1);
const seconds = start / 1000;
const account = { metadata: { name: "robot", namespace: "ns", uid: "u-1" } };
const content: TokenContent = {
  namespace: "ns",
  account: { name: "robot", uid: "u-1" },
  audiences: ["here"],
  issuedAt: seconds,
  expiresAt: seconds + 600,
};

function setUp() {
  const objects = new Map<string, KubeObject>([["serviceaccounts/ns/robot", account]]);
  const kept: { text?: string } = {};
  const clock = new FakeClock(start);
  const vault = { load: () => kept.text, save: async (text: string) => (kept.text ??= text) };
  const open = (issuer = "me") =>
    createTokenService({
      issuers: [issuer],
      audiences: [issuer],
      clock,
      uuid: () => "id-1",
      keys: createSigningKeys(crypto.subtle, vault),
      find: (resource, namespace, name) => objects.get(`${resource}/${namespace}/${name}`),
    });
  return { objects, clock, open, kept };
}

describe("tokens of service accounts", () => {
  it("are told from others by their issuer alone", async () => {
    const { open } = setUp();
    const token = await open().issue(content);
    for (const other of [
      "",
      "a.b.c",
      "a.e30.c",
      token.slice(0, token.lastIndexOf(".")),
      `${token}.more`,
      await open("you").issue(content),
    ])
      expect(open().verify(other, ["here"]), other).toBeUndefined();
  });

  it("outlive a restart with the key in the vault, and take time only once", async () => {
    const { open, kept } = setUp();
    const token = await open().issue(content);
    expect(kept.text).toContain('"crv":"P-256"');
    const later = open();
    const first = later.verify(token, ["here"]);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toMatchObject({
      user: {
        name: "system:serviceaccount:ns:robot",
        extra: { "authentication.kubernetes.io/credential-id": ["JTI=id-1"] },
      },
    });
    expect(later.verify(token, ["here"])).toMatchObject({ audiences: ["here"] });
  });

  it("are refused once their key is another", async () => {
    const { open, kept } = setUp();
    const token = await open().issue(content);
    delete kept.text;
    expect(await open().verify(token, ["here"])).toEqual({
      user: undefined,
      error: "go-jose/go-jose: error in cryptographic primitive",
    });
  });

  it("are good from a minute before their time to a minute after it", async () => {
    const { open, clock } = setUp();
    const service = open();
    const token = await service.issue({ ...content, issuedAt: seconds + 60 });
    expect(await service.verify(token, ["here"])).toHaveProperty("audiences");
    const early = await service.issue({ ...content, issuedAt: seconds + 61 });
    expect(await service.verify(early, ["here"])).toMatchObject({ error: "service account token is not valid yet" });
    clock.advance(660_000);
    expect(service.verify(token, ["here"])).toHaveProperty("audiences");
    clock.advance(1000);
    expect(service.verify(token, ["here"])).toMatchObject({ error: "service account token has expired" });
  });

  const gone = { deletionTimestamp: "2025-12-31T23:58:59Z" };
  // oxfmt-ignore
  it.each<[string, Partial<TokenContent>, Record<string, KubeObject | undefined>, string | undefined]>([
    ["an account that is gone", {}, { "serviceaccounts/ns/robot": undefined }, 'serviceaccounts "robot" not found'],
    ["an account that is going", {}, { "serviceaccounts/ns/robot": { metadata: { ...account.metadata, ...gone } } }, "service account ns/robot has been deleted"],
    ["an account of the same name", {}, { "serviceaccounts/ns/robot": { metadata: { uid: "u-2" } } }, "service account UID (u-2) does not match claim (u-1)"],
    ["a secret", { secret: { name: "s", uid: "1" } }, { "secrets/ns/s": { metadata: { uid: "1" } } }, undefined],
    ["a secret that is gone", { secret: { name: "s", uid: "1" } }, {}, "service account token has been invalidated"],
    ["another secret", { secret: { name: "s", uid: "1" } }, { "secrets/ns/s": { metadata: { uid: "2" } } }, "secret UID (2) does not match service account secret ref claim (1)"],
    ["a pod on a node that is gone", { pod: { name: "p", uid: "1" }, node: { name: "n", uid: "" } }, { "pods/ns/p": { metadata: { uid: "1" } } }, undefined],
    ["a pod that is going", { pod: { name: "p", uid: "1" } }, { "pods/ns/p": { metadata: { uid: "1", ...gone } } }, "service account token has been invalidated"],
    ["a node that is gone", { node: { name: "n", uid: "1" } }, {}, "service account token has been invalidated"],
    ["another node", { node: { name: "n", uid: "1" } }, { "nodes//n": { metadata: { uid: "2" } } }, "node UID (2) does not match service account node ref claim (1)"],
  ])("bound to %s", async (_name, bound, changes, error) => {
    const { open, objects } = setUp();
    const service = open();
    const token = await service.issue({ ...content, ...bound });
    for (const [key, object] of Object.entries(changes)) {
      if (object === undefined) objects.delete(key);
      else objects.set(key, object);
    }
    const verdict = await service.verify(token, ["here"]);
    expect(verdict).toMatchObject(error === undefined ? { audiences: ["here"] } : { user: undefined, error });
  });

  it("cannot be had without WebCrypto", async () => {
    const service = createTokenService({
      issuers: ["me"],
      audiences: ["me"],
      keys: undefined,
      find: () => undefined,
      clock: new FakeClock(0),
      uuid: () => "",
    });
    await expect(service.issue(content)).rejects.toThrow("WebCrypto");
  });
});
