import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/apimachinery/json/value.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { createMemoryServer } from "../fuzz/memory-server.ts";
import { manifests } from "./all.ts";
import { withMistake, type Manifest } from "./manifest.ts";

const server = await createMemoryServer();
afterAll(() => server.close());

/** Posts an object without storing it. */
async function post(object: JsonObject): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const { apiVersion, kind } = object;
  const row = builtinResources.find(
    (one) => one.kind === kind && (one.group === "" ? one.version : `${one.group}/${one.version}`) === apiVersion,
  );
  if (row === undefined) throw new Error(`no ${String(apiVersion)} ${String(kind)}`);
  const root = row.group === "" ? "/api/v1" : `/apis/${row.group}/${row.version}`;
  const target = `${root}${row.namespaced ? "/namespaces/default" : ""}/${row.resource}?dryRun=All&fieldValidation=Strict`;
  const answer = await server.fetch(target, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(object),
  });
  return { status: answer.status, body: await answer.json() };
}

const causesOf = (body: JsonObject): readonly JsonValue[] => {
  const { causes = [] } = (body["details"] ?? {}) as { readonly causes?: readonly JsonObject[] };
  return causes.map(({ reason = "", field = "" }) => `${String(reason)} ${String(field)}`);
};

describe("manifests", () => {
  it("are of many kinds", () => {
    expect(manifests.length).toBeGreaterThanOrEqual(60);
    expect(new Set(manifests.map(({ object }) => object["kind"])).size).toBeGreaterThan(40);
  });

  it.each(manifests.map((one): [string, Manifest] => [one.about, one]))("%s: is accepted", async (_, one) => {
    const { status, body } = await post(one.object);
    expect([status, body["message"]]).toEqual([201, undefined]);
  });

  it.each(manifests.map((one): [string, Manifest] => [one.about, one]))(
    "%s: is refused with a mistake",
    async (_, one) => {
      const { status, body } = await post(withMistake(one));
      const { reason, field = one.mistake.at } = one.mistake;
      expect([status, causesOf(body)]).toEqual([422, expect.arrayContaining([`${reason} ${field}`])]);
    },
  );
});
