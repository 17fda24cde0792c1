import { type Exchange, type Handle, isStream } from "../../component-base/exchange.ts";
import { isWatch } from "../kube/resource.ts";
import { overheardEvents, type TakeEvents } from "./watch-stream.ts";

/**
 * Sends requests; `opened` hears of each watch whose events are JSON, and returns what takes them. Other answers are
 * passed on as they are.
 */
export const overheard =
  (handle: Handle, opened: (exchange: Exchange) => TakeEvents | undefined): Handle =>
  async (exchange) => {
    const answer = await handle(exchange);
    const { body, status, headers } = answer;
    if (status >= 300 || !isStream(body) || !isWatch(exchange.method, exchange.target)) return answer;
    if (!headers.some(([name, value]) => name.toLowerCase() === "content-type" && /\bjson\b/.test(value)))
      return answer;
    const take = opened(exchange);
    return take === undefined ? answer : { ...answer, body: overheardEvents(body, take) };
  };
