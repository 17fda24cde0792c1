import type { Answer, Exchange, Handle } from "../../../../component-base/exchange.ts";
import { newStatusAnswer } from "../../../../worker/link/unavailable.ts";
import { answerObject } from "./past-object.ts";
import type { PastPosition, ReadWrites } from "./past-position.ts";
import { pastRequest } from "./past-request.ts";
import { answerWatch } from "./past-watch.ts";

/** What the past is read from. */
export interface PastSources {
  /** The server as it is now. */
  readonly handle: Handle;
  readonly past: PastPosition;
  readonly writes: ReadWrites;
}

/**
 * Returns a server that answers with the objects of the revision that is shown. Lists are read by the API at that
 * revision; objects are lists of one; watches tell what is different when another revision is shown. Writes are
 * refused. What is of no revision (discovery, schemas, reviews of access) is answered by the server as it is now.
 */
export function createPastHandle({ handle, past, writes }: PastSources): Handle {
  return async (exchange: Exchange): Promise<Answer> => {
    const { revision } = past.get();
    const request = pastRequest(exchange.method, exchange.target, revision);
    switch (request.kind) {
      case "pass":
        return handle(exchange);
      case "refuse":
        return newStatusAnswer(request.code, request.reason, request.message);
      case "list":
        return handle({ ...exchange, target: request.target });
      case "get":
        return answerObject(handle, exchange, { ...request, revision });
      case "watch":
        return answerWatch({ handle, exchange, past, writes, ...request });
    }
  };
}
