import { expect, it } from "vitest";
import type { Trace } from "../../../component-base/trace.ts";
import { consequencesOf } from "./consequences.ts";

const id = (letter: string): string =>
  `${letter.repeat(8)}-${letter.repeat(4)}-4${letter.repeat(3)}-8${letter.repeat(3)}-${letter.repeat(12)}`;
const apps = "/apis/apps/v1/namespaces/default";
const core = "/api/v1/namespaces/default";

const texts = new Map<number, string>();
let lastId = 0;

/** A trace whose object has a name, a uid, and mentions others. */
function made(who: string, method: string, target: string, name: string, letter: string, mentions = ""): Trace {
  lastId += 1;
  const owner = mentions === "" ? [] : [{ uid: id(mentions) }];
  texts.set(lastId, JSON.stringify({ metadata: { name, uid: id(letter), ownerReferences: owner } }));
  return {
    id: lastId,
    requestId: String(lastId),
    at: lastId * 10,
    source: who === "" ? { kind: "console" } : { kind: "controller", name: who },
    user: "u",
    method,
    target,
    status: 200,
    durationUs: 1,
    bytes: 1,
    warnings: [],
    request: { headers: [] },
    answer: { headers: [] },
    streaming: false,
    stages:
      method === "GET" ? [] : [{ name: "storage", startUs: 0, durationUs: 1, objectAfter: { id: lastId, bytes: 1 } }],
  };
}

it("the chain of controllers' requests is followed through owners, paths and mentions", async () => {
  const first = made("", "POST", `${apps}/deployments`, "web", "a");
  const traces = [
    first,
    made("replicaset", "POST", `${core}/pods`, "stranger", "9", "8"),
    made("deployment", "POST", `${apps}/replicasets`, "web-1", "b", "a"),
    made("replicaset", "POST", `${core}/pods`, "web-1-x", "c", "b"),
    made("scheduler", "POST", `${core}/pods/web-1-x/binding`, "web-1-x", "c"),
    made("kubelet", "GET", `${core}/pods/web-1-x`, "", ""),
    made("kubelet", "PATCH", `${core}/pods/web-1-x/status?x=1`, "web-1-x", "c"),
    made("deployment", "PUT", `${apps}/deployments/web/status`, "web", "a"),
    made("", "PATCH", `${apps}/deployments/web`, "web", "a"),
  ];
  const found = await consequencesOf(first, traces, ({ id: ref }) => Promise.resolve(texts.get(ref)));
  expect(found.map(({ who, words, cause, afterMs }) => `+${afterMs} ${who} ${words} <- ${cause}`)).toEqual([
    "+20 deployment created replicasets web-1 <- deployments web",
    "+30 replicaset created pods web-1-x <- replicasets web-1",
    "+40 scheduler bound pods web-1-x <- pods web-1-x",
    "+50 kubelet read pods web-1-x <- pods web-1-x",
    "+60 kubelet patched pods web-1-x, its status <- pods web-1-x",
    "+70 deployment updated deployments web, its status <- deployments web",
  ]);
});

it("a request whose object is no longer kept has no chain", async () => {
  const first = made("", "POST", `${apps}/deployments`, "web", "a");
  expect(await consequencesOf(first, [first], () => Promise.resolve(undefined))).toEqual([]);
});
