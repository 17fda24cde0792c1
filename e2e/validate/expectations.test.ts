import { expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/apimachinery/json/value.ts";
import { createTestServer } from "../../src/envtest/test-server.ts";
import { escapeRegExp } from "../../src/recorder/pattern.ts";
import type { ObjectReport } from "../../src/validate/report.ts";
import { validate } from "../../src/validate/server.ts";
import { stepsOfField } from "../../src/validate/steps-of-field.ts";
import { expectationFolders, loadExpectations } from "../expectations/expectation-files.ts";
import { nameOf, substituted, valueAt } from "../expectations/expectation.ts";
import { keyOf, writeManifest, type Written } from "./written-manifest.ts";

/** An object that an expectation creates first, in a namespace of its own. */
interface Created {
  readonly name: string;
  readonly path: string;
  readonly object: JsonObject;
  readonly written: Written;
}

/** What cannot be the same in a file, or what kubectl leaves out before it sends an object. */
const others = new Map([
  ["kinds-core-pod/body of another kind and version", "the kind of a file says where it is sent"],
  ["kinds-strategies/create: with a resource version", "resource.Helper clears the version of what it creates"],
]);

/** The objects that are created, as files, but for those of the cluster, which would be in each other's way. */
function createdObjects(): readonly Created[] {
  return loadExpectations(expectationFolders).flatMap((expectation, i) => {
    const namespace = `t${i}`;
    const [step] = expectation.steps;
    if (step === undefined || others.has(nameOf(expectation))) return [];
    const { request } = substituted(step, new Map([["ns", namespace]]));
    const { body, contentType = "application/json", method, headers, token, path } = request;
    const isPlain =
      method === "POST" && contentType === "application/json" && headers === undefined && token === undefined;
    if (!isPlain || !isObject(body) || !new RegExp(`/namespaces/${namespace}/[a-z]+$`).test(path)) return [];
    if (!isObject(body["metadata"]) || typeof body["kind"] !== "string") return [];
    const isSampled = step.expect?.status !== 201 || i % 4 === 0;
    if (!isSampled) return [];
    const object = { ...body, metadata: { ...body["metadata"], namespace } };
    return [{ name: nameOf(expectation), path, object, written: writeManifest(object) }];
  });
}

/** What the server says over HTTP: the causes of a refusal by field and message, or nothing. */
async function refusalsOf(created: readonly Created[]): Promise<ReadonlyMap<string, readonly string[]>> {
  await using server = await createTestServer({
    controllers: ["resourcequota-controller", "clusterrole-aggregation-controller"],
    enableAdmissionPlugins: ["ServiceAccount"],
  });
  const answers = new Map<string, readonly string[]>();
  const send = async (path: string, body: unknown) => {
    const query = "?fieldManager=kubectl-create&fieldValidation=Strict";
    const headers = { "Content-Type": "application/json" };
    const answer = await server.fetch(`http://server${path}${query}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  for (const { name, path, object } of created) {
    const namespace = String(valueAt(object, "metadata.namespace"));
    await send("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await send(`/api/v1/namespaces/${namespace}/serviceaccounts`, account);
    const { status, body } = await send(path, object);
    const causes: readonly { field?: string; message: string }[] = body.details?.causes ?? [];
    const told = causes.filter(({ field }) => field !== undefined && field !== "");
    const said = told.length > 0 ? told.map(({ field, message }) => `${field}: ${message}`) : [body.message];
    answers.set(name, status < 300 ? [] : said);
  }
  return answers;
}

/** A message without what differs from server to server: uids and generated names. */
const alike = (message: string): string =>
  message
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UID")
    .replace(/(_|-)[bcdfghjklmnpqrstvwxz2456789]{5}"/g, '$1NAME"');

/** Matches the keys of a field, also of one that leaves out the places in lists on the way. */
const keysOf = (steps: readonly string[]): RegExp =>
  new RegExp(`^${steps.map((step) => escapeRegExp(keyOf([step]))).join('(?: "\\d+")? ')}$`);

/** The line of a field that is written once, or of the deepest part of its path that is written. */
function lineOf({ lines }: Written, field: string): number {
  const isSingular = lines.has(keyOf(["spec", "clusterIP"])) && !lines.has(keyOf(["spec", "clusterIPs"]));
  // the server names a Service's addresses by the list, also where only the one is written
  const steps = stepsOfField(isSingular ? field.replace(/^spec\.clusterIPs(?:\[0\])?$/, "spec.clusterIP") : field);
  const pattern = keysOf(steps);
  const whole = [...lines].filter(([key]) => pattern.test(key));
  if (whole.length === 1 && whole[0] !== undefined) return whole[0][1];
  for (let count = steps.length; count > 0; count--) {
    const line = lines.get(keyOf(steps.slice(0, count)));
    if (line !== undefined) return line;
  }
  return 1;
}

it("says of files what the server says over HTTP, at the lines of the fields", async () => {
  const created = createdObjects();
  const files = created.map(({ name, written }) => ({ name, text: written.text }));
  const [{ objects, problems }, answers] = await Promise.all([
    validate({ files }, { as: "create" }),
    refusalsOf(created),
  ]);
  expect(problems).toEqual([]);
  expect(objects.map(({ place }) => place.file)).toEqual(created.map(({ name }) => name));
  const saidOf = ({ findings }: ObjectReport) =>
    findings
      .filter(({ level }) => level === "error")
      .map(({ field, message, place }) => ({ field, message, line: place.line }));
  const reports = new Map(objects.map((report) => [report.place.file, saidOf(report)]));
  const differing = created.flatMap(({ name, written }) => {
    const said = reports.get(name) ?? [];
    const wanted = answers.get(name) ?? [];
    const strict = wanted.some((message) => message.includes("strict decoding error"));
    const same = strict || said.map(({ message }) => alike(message)).join("\n") === wanted.map(alike).join("\n");
    const misplaced = said.filter(({ field, line }) => line !== lineOf(written, field));
    return same && misplaced.length === 0 ? [] : [{ name, wanted, said, misplaced }];
  });
  expect(differing).toEqual([]);
  const refused = objects.filter(({ outcome }) => outcome === "refused").length;
  expect(refused).toBeGreaterThan(500);
  expect(objects.length - refused).toBeGreaterThan(100);
}, 600_000);
