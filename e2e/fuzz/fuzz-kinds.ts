import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import { isObject, type JsonObject } from "../../src/apimachinery/json/value.ts";
import { formatGroupVersion } from "../../src/apimachinery/gvk.ts";
import { createDice, type Dice } from "../../src/apiserver/codec/testing/generate-object.ts";
import type { BuiltinResource } from "../../src/apiserver/registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import type { ObjectSchema } from "../../src/apiserver/schema/schema.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import type { Handle } from "../../src/component-base/exchange.ts";
import { manifests } from "../manifests/all.ts";
import { createMemoryServer } from "./memory-server.ts";
import { mutateObject, randomObject } from "./mutate-object.ts";
import { describeBug, sendBody, wrongAnswer, type FuzzAnswer } from "./send-body.ts";

/** The result of a run: how many objects were taken and refused, and what should not have been answered. */
export interface KindFuzzReport {
  readonly taken: number;
  readonly refused: number;
  readonly failures: readonly KindFuzzFailure[];
}

export interface KindFuzzFailure {
  readonly request: string;
  readonly body: string;
  readonly reason: string;
}

/** A kind with its paths, its type and what is known to be valid of it. */
interface Target {
  readonly row: BuiltinResource;
  readonly path: string;
  readonly schema: ObjectSchema;
  readonly valid: readonly JsonObject[];
  /** Whether objects are not stored: they would decide about other requests, or never go away. */
  readonly isDry: boolean;
}

const utf8 = new TextEncoder();
const dryGroups = new Set(["admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io"]);

async function kindTargets(): Promise<readonly Target[]> {
  const types = await loadBuiltinTypes();
  return builtinResources.flatMap((row): readonly Target[] => {
    const schema = types.schemaOf(row);
    if (schema === undefined || row.unstored === true || !row.verbs.includes("create")) return [];
    const apiVersion = formatGroupVersion(row);
    const root = row.group === "" ? `/api/${row.version}` : `/apis/${apiVersion}`;
    return [
      {
        row,
        path: `${root}${row.namespaced ? "/namespaces/default" : ""}/${row.resource}`,
        schema,
        valid: manifests
          .map(({ object }) => object)
          .filter((object) => object["kind"] === row.kind && object["apiVersion"] === apiVersion),
        isDry: dryGroups.has(row.group) || row.resource === "namespaces",
      },
    ];
  });
}

/** Posts random objects of every kind and random changes of valid ones, and changes what is taken. */
export async function fuzzKinds(count: number, seed: number): Promise<KindFuzzReport> {
  const bugs: unknown[] = [];
  const server = await createMemoryServer(bugs);
  const run = new KindFuzz(server.handle, bugs, createDice(seed));
  const targets = await kindTargets();
  for (let i = 0; i < count; i++) {
    const target = targets[i % targets.length];
    if (target !== undefined) await run.object(target, `f-${i}`);
  }
  await server.close();
  return run.report();
}

class KindFuzz {
  readonly #handle: Handle;
  readonly #bugs: unknown[];
  readonly #dice: Dice;
  readonly #failures: KindFuzzFailure[] = [];
  #taken = 0;
  #refused = 0;

  constructor(handle: Handle, bugs: unknown[], dice: Dice) {
    this.#handle = handle;
    this.#bugs = bugs;
    this.#dice = dice;
  }

  report(): KindFuzzReport {
    return { taken: this.#taken, refused: this.#refused, failures: this.#failures };
  }

  /** Posts an object; if it is taken, puts the same, which must be taken again, and puts changes of it. */
  async object(target: Target, name: string): Promise<void> {
    const made = await this.#send(`POST ${target.path}${target.isDry ? "?dryRun=All" : ""}`, this.#make(target, name));
    if (made.status >= 400) {
      this.#refused++;
      return;
    }
    this.#taken++;
    const stored = objectOf(made);
    const storedName = nameOf(stored);
    if (target.isDry || storedName === undefined) return;
    const path = `${target.path}/${encodeURIComponent(storedName)}`;
    if (target.row.verbs.includes("update")) {
      await this.#sameAgain(path, stored);
      await this.#send(`PUT ${path}`, withVersionOf(stored, mutateObject(this.#dice, target.schema, stored)));
    }
    if (target.row.subresources?.some(({ name: one }) => one === "status") === true)
      await this.#send(`PUT ${path}/status`, {
        ...withoutVersion(stored),
        status: randomObject(this.#dice, target.schema)["status"] ?? {},
      });
    await this.#send(`DELETE ${path}?gracePeriodSeconds=0`, {});
  }

  async #sameAgain(path: string, stored: JsonObject): Promise<void> {
    const again = await this.#send(`PUT ${path}`, stored);
    if (again.status >= 400 && again.status < 500 && !isOfUpstream(again))
      this.#failures.push({
        request: `PUT ${path}`,
        body: encodeJson(stored),
        reason: `what was taken is refused: ${again.text}`,
      });
  }

  #make({ row, schema, valid }: Target, name: string): JsonObject {
    const dice = this.#dice;
    const seed = valid[Math.floor(dice() * valid.length)];
    const drawn = seed !== undefined && dice() < 0.8 ? mutateObject(dice, schema, seed) : randomObject(dice, schema);
    const object: JsonObject = { ...drawn, apiVersion: formatGroupVersion(row), kind: row.kind };
    const { metadata } = object;
    if (!isObject(metadata) || dice() < 0.05) return object;
    // Most metadata is not about the kind; finalizers and a time of deletion would keep the object.
    const { finalizers: _, deletionTimestamp: __, ...kept } = metadata;
    const own = metadataOf(seed ?? {});
    return {
      ...object,
      metadata: { ...(dice() < 0.2 ? kept : own), ...((seed === undefined || dice() < 0.8) && { name }) },
    };
  }

  /** Sends a request and notes what is wrong with the answer. */
  async #send(request: string, body: JsonObject): Promise<FuzzAnswer> {
    const text = encodeJson(body);
    const answer = await sendBody(this.#handle, request, "application/json", utf8.encode(text));
    const internal = answer.status >= 500 && !isOfUpstream(answer) ? `${answer.status}: ${answer.text}` : undefined;
    const wrong = this.#bugs.length > 0 ? describeBug(this.#bugs.splice(0)[0]) : (internal ?? wrongAnswer(answer));
    if (wrong !== undefined) this.#failures.push({ request, body: text, reason: wrong });
    return answer;
  }
}

/** What upstream answers although it took the object before, or with 500 although the request is to blame. */
const answersOfUpstream: readonly RegExp[] = [
  /status\.addresses\[\d+\]: Duplicate value/, // nodes are checked for it by updates only
  /duplicate nodePort: \{/, // allocation comes before validation
  /failed to allocate requested HealthCheck NodePort/,
];

const isOfUpstream = ({ text }: FuzzAnswer): boolean => answersOfUpstream.some((pattern) => pattern.test(text));

function objectOf({ text }: FuzzAnswer): JsonObject {
  const body = decodeJson(text);
  return isObject(body) ? body : {};
}

const nameOf = ({ metadata }: JsonObject): string | undefined => {
  const name = isObject(metadata) ? metadata["name"] : undefined;
  return typeof name === "string" ? name : undefined;
};

const metadataOf = ({ metadata }: JsonObject): JsonObject => (isObject(metadata) ? metadata : {});

function withoutVersion(object: JsonObject): JsonObject {
  const { resourceVersion: _, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

/** A version that is no number is answered with 500, as upstream. */
const withVersionOf = (stored: JsonObject, changed: JsonObject): JsonObject => ({
  ...changed,
  metadata: { ...metadataOf(changed), resourceVersion: metadataOf(stored)["resourceVersion"] ?? "" },
});
