import { messageOf } from "../apimachinery/message-of.ts";
import { parseDuration } from "../apimachinery/duration.ts";
import { newBadRequest, newGenericServerResponse } from "../apimachinery/errors.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { readBody } from "../apiserver/endpoints/handlers/read-body.ts";
import { answer } from "../apiserver/endpoints/output/answers.ts";
import type { NonResourceRoute } from "../apiserver/endpoints/routes/non-resource-route.ts";
import type { WorldTime, WorldTimeChange } from "../component-base/world-clock.ts";
import type { WorldTimeCalls } from "../client/world-time.ts";

export const timePath = "/kubepad/time";

const mostSteps = 1000;
const decoder = new TextDecoder();

/**
 * The time of the world for clients over HTTP: GET returns it; POST takes `{"paused":true}`, `{"speed":10}`,
 * `{"steps":1}` and `{"advance":"1m30s"}`, and returns the time afterwards.
 */
export const createTimeRoute =
  (calls: WorldTimeCalls): NonResourceRoute =>
  (path) =>
    path !== timePath
      ? undefined
      : async (ctx) => {
          const { method } = ctx.exchange;
          if (method !== "GET" && method !== "POST")
            throw newGenericServerResponse(405, "", { group: "", resource: "" }, "", "", 0, false);
          const time = method === "GET" ? await calls.worldTime() : await change(calls, await readBody(ctx));
          return answer(ctx, 200, "application/json", JSON.stringify(time));
        };

async function change(calls: WorldTimeCalls, body: Uint8Array): Promise<WorldTime> {
  const { steps, advanceMs, ...changes } = readRequest(body);
  if (Object.keys(changes).length > 0) await calls.changeWorldTime(changes).catch(refuse);
  for (let step = 0; step < steps; step++) await calls.stepWorld();
  return advanceMs > 0 ? calls.advanceWorld(advanceMs) : calls.worldTime();
}

function refuse(error: unknown): never {
  throw error instanceof RangeError ? newBadRequest(error.message) : error;
}

interface TimeRequest extends WorldTimeChange {
  readonly steps: number;
  readonly advanceMs: number;
}

function readRequest(body: Uint8Array): TimeRequest {
  const { paused, speed, steps = 0, advance = "0s", ...others } = readObject(body);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw newBadRequest(`unknown field "${unknown}"`);
  if (paused !== undefined && typeof paused !== "boolean") throw newBadRequest("paused must be true or false");
  if (speed !== undefined && typeof speed !== "number") throw newBadRequest("speed must be a number");
  if (typeof steps !== "number" || !Number.isInteger(steps) || steps < 0 || steps > mostSteps)
    throw newBadRequest(`steps must be a number from 0 to ${mostSteps}`);
  return {
    steps,
    advanceMs: readDuration(advance),
    ...(paused !== undefined && { paused }),
    ...(speed !== undefined && { speed }),
  };
}

function readObject(body: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    value = undefined;
  }
  if (!isRecord(value)) throw newBadRequest("the body must be a JSON object");
  return value;
}

function readDuration(text: unknown): number {
  try {
    return Number(parseDuration(String(text))) / 1e6;
  } catch (error) {
    throw newBadRequest(`advance: ${messageOf(error)}`);
  }
}
