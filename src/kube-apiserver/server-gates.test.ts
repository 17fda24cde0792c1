import { describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { ApiServerOptions } from "./options.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const start = (options: Partial<ApiServerOptions>): Promise<ApiServer> =>
  createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    subtle: crypto.subtle,
    ...options,
  });

const post = (server: ApiServer, path: string, body: object) =>
  server.fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const initialEvents =
  "/api/v1/namespaces?watch=1&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
const beta = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";

it("an earlier release lets new rules use what the one before it knows", async () => {
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: { v: { type: "string" } },
        "x-kubernetes-validations": [{ rule: "isSemver(self.v)" }],
      },
    },
  };
  const definition = {
    metadata: { name: "gears.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "gears", kind: "Gear" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const create = async (options: Partial<ApiServerOptions>) => {
    const server = await start(options);
    const answer = await post(server, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    const { message = "" } = await answer.json();
    await server.close();
    return [answer.status, message];
  };
  expect(await create({})).toEqual([201, ""]);
  expect(await create({ emulatedRelease: 33 })).toEqual([
    422,
    expect.stringContaining("undeclared reference to 'isSemver'"),
  ]);
});

describe("a feature that is off", () => {
  it("changes what watches may ask for (WatchList)", async () => {
    const server = await start({ emulatedRelease: 33 });
    const answer = await server.fetch(initialEvents);
    expect(answer.status).toBe(422);
    expect((await answer.json()).message).toContain(
      "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
    );
    const ending = new AbortController();
    const plain = await server.fetch("/api/v1/namespaces?watch=1", { signal: ending.signal });
    expect(new TextDecoder().decode((await plain.body?.getReader().read())?.value)).toContain('"type":"ADDED"');
    ending.abort();
    await server.close();
  });

  it("brings back the older aggregated discovery (AggregatedDiscoveryRemoveBetaType)", async () => {
    const [now, before] = [await start({}), await start({ emulatedRelease: 32 })];
    const ask = (server: ApiServer) => server.fetch("/apis", { headers: { Accept: beta } });
    expect((await ask(now)).status).toBe(406);
    const answer = await ask(before);
    expect(answer.headers.get("Content-Type")).toBe(beta);
    expect(await answer.json()).toMatchObject({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2beta1",
      items: expect.arrayContaining([expect.objectContaining({ metadata: { name: "apps" } })]),
    });
    await Promise.all([now.close(), before.close()]);
  });

  it("leaves selectors out of reviews (AuthorizeWithSelectors)", async () => {
    const review = {
      spec: { resourceAttributes: { verb: "list", resource: "pods", labelSelector: { rawSelector: "a=b" } } },
    };
    const [now, before] = [await start({}), await start({ emulatedRelease: 31 })];
    const asked = async (server: ApiServer) =>
      (await (await post(server, "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review)).json()).spec
        .resourceAttributes;
    expect(await asked(now)).toHaveProperty("labelSelector");
    expect(await asked(before)).not.toHaveProperty("labelSelector");
    await Promise.all([now.close(), before.close()]);
  });

  it("does not look at uids of accounts (TokenRequestServiceAccountUIDValidation)", async () => {
    const statusWith = async (on: boolean): Promise<number> => {
      const server = await start({ featureGates: { TokenRequestServiceAccountUIDValidation: on } });
      await post(server, "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "a" } });
      const { status } = await post(server, "/api/v1/namespaces/default/serviceaccounts/a/token", {
        metadata: { uid: "wrong" },
        spec: {},
      });
      await server.close();
      return status;
    };
    expect([await statusWith(true), await statusWith(false)]).toEqual([409, 201]);
  });

  it("deletes only objects that cannot be read by their option (AllowUnsafeMalformedObjectDeletion)", async () => {
    const [without, withGate] = [
      await start({}),
      await start({ featureGates: { AllowUnsafeMalformedObjectDeletion: true } }),
    ];
    const remove = (server: ApiServer, path: string, more: object = {}) =>
      server.fetch(`/api/v1/namespaces/default/configmaps${path}`, {
        method: "DELETE",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ignoreStoreReadErrorWithClusterBreakingPotential: true, ...more }),
      });
    const message = async (path: string, more?: object): Promise<string> =>
      (await (await remove(withGate, path, more)).json()).message;
    expect((await remove(without, "/nowhere")).status).toBe(404);
    expect(await message("/nowhere")).toBe(
      'configmaps "nowhere" is invalid: ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option',
    );
    expect(await message("")).toContain("is not allowed with DELETECOLLECTION, try again after removing the option");
    expect(await message("/nowhere", { propagationPolicy: "Foreground" })).toContain(
      "cannot be set together with .propagationPolicy",
    );
    await Promise.all([without.close(), withGate.close()]);
  });

  it("shows no status page (ComponentStatusz)", async () => {
    const [without, withGate] = [await start({}), await start({ featureGates: { ComponentStatusz: true } })];
    expect((await without.fetch("/statusz")).status).toBe(404);
    expect((await withGate.fetch("/statusz", { headers: { Accept: "application/json" } })).status).toBe(406);
    const page = await withGate.fetch("/statusz", { headers: { Accept: "text/plain" } });
    expect(await page.text()).toMatch(
      /^\napiserver statusz\n[^]*Started: \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC \d{4}\nUp: 0 hr 00 min \d\d sec\n/,
    );
    expect((await (await withGate.fetch("/")).json()).paths).toContain("/statusz");
    await Promise.all([without.close(), withGate.close()]);
  });

  it("tells no allowed values (OpenAPIEnums)", async () => {
    const server = await start({ featureGates: { OpenAPIEnums: false } });
    const { components } = await (await server.fetch("/openapi/v3/api/v1")).json();
    expect(components.schemas["io.k8s.api.core.v1.Container"].properties.imagePullPolicy).not.toHaveProperty("enum");
    await server.close();
  });
});
