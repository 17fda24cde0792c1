import type { Surface } from "./surface.ts";

/** Sends a request to a server and returns its answer, decoded; rejects with an answer that is no success. */
export type Ask = (method: string, target: string, body?: unknown, type?: string) => Promise<unknown>;

/** Sends requests to the server of a page. */
export const asking =
  (page: Surface): Ask =>
  async (method, target, body, type = "application/json") => {
    const [status, text] = await page.call(
      async (verb, path, sent, contentType) => {
        const init = sent === null ? {} : { body: sent, headers: { "Content-Type": contentType } };
        const answer = await window.kubepad.fetch(path, { method: verb, ...init });
        return [answer.status, await answer.text()] as const;
      },
      method,
      target,
      body === undefined ? null : JSON.stringify(body),
      type,
    );
    if (status >= 300) throw new Error(`${method} ${target}: ${status} ${text}`);
    return JSON.parse(text);
  };
