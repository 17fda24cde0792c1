import type { Status } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { consoleAgent, pageAgent, readText, refusal, send, sendJson } from "../data/send.ts";
import { targetOf } from "../kube/resource.ts";
import { isKubeObject } from "../data/send.ts";
import type { ObjectPath } from "../kube/resource.ts";
import type { Page } from "../state/page.ts";
import type { ActionContext, ActionPlan, ActionRequest, Subject, SubjectKind } from "./action.ts";

/** What became of a request. */
export interface RequestResult {
  readonly request: ActionRequest;
  /** The answer to a request that was refused. */
  readonly refused?: Status;
}

/** Sends a request in the user's name. */
export async function sendRequest(handle: Handle, request: ActionRequest): Promise<RequestResult> {
  const reply = await send(handle, consoleAgent, {
    method: request.method,
    target: request.target,
    headers: [["Content-Type", request.type]],
    body: JSON.stringify(request.body),
  });
  const text = await readText(reply.body);
  return reply.status < 300 ? { request } : { request, refused: refusal(reply.status, text) };
}

/** Sends the requests of a plan in their order, up to the first that is refused unless they are independent. */
export async function perform(
  handle: Handle,
  { requests, independent }: ActionPlan,
): Promise<readonly RequestResult[]> {
  const results: RequestResult[] = [];
  for (const request of requests) {
    const result = await sendRequest(handle, request);
    results.push(result);
    if (result.refused !== undefined && independent !== true) break;
  }
  return results;
}

/** What plans read on a page. */
export const contextOf = (page: Pick<Page, "handle" | "clock" | "newId">): ActionContext => ({
  read: (target) => sendJson(page.handle, pageAgent, { method: "GET", target }),
  now: page.clock.now(),
  newId: page.newId,
});

/** Reads objects by their paths; those that are gone are left out. */
export async function readSubjects(
  handle: Handle,
  kind: SubjectKind,
  paths: readonly ObjectPath[],
): Promise<readonly Subject[]> {
  const found = await Promise.all(
    paths.map((path) => sendJson(handle, pageAgent, { method: "GET", target: targetOf(path) }).catch(() => undefined)),
  );
  return found.filter(isKubeObject).map((object) => ({ kind, object }));
}
