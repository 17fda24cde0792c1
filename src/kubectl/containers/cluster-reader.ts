import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { answerText } from "../../client/answer-text.ts";
import { PlainHeaders } from "../../client/plain-headers.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { objectsOf, textAt } from "../json-access.ts";

/** Reads objects as a node does, whoever runs the command. */
export class ClusterReader {
  readonly #handle: Handle;
  readonly #signal: AbortSignal;

  constructor(handle: Handle, signal: AbortSignal) {
    this.#handle = handle;
    this.#signal = signal;
  }

  /** The object at a path; undefined where there is none, or where it may not be read. */
  async object(path: string): Promise<JsonObject | undefined> {
    const answer = await this.#handle({
      method: "GET",
      target: path,
      headers: new PlainHeaders([["Accept", "application/json"]]),
      body: null,
      signal: this.#signal,
    });
    const text = await answerText(answer.body);
    if (answer.status !== 200) return undefined;
    const value = decodeJson(text);
    return isObject(value) ? value : undefined;
  }

  /** A token of an account, as a node asks for it on behalf of a pod; "" if there is none to be had. */
  async token(namespace: string, account: string, audience: string): Promise<string> {
    const spec = { ...(audience !== "" && { audiences: [audience] }), expirationSeconds: 3607 };
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec };
    const answer = await this.#handle({
      method: "POST",
      target: `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`,
      headers: new PlainHeaders([["Content-Type", "application/json"]]),
      body: new TextEncoder().encode(JSON.stringify(body)),
      signal: this.#signal,
    });
    const text = await answerText(answer.body);
    return answer.status === 201 ? textAt(decodeJson(text), "status", "token") : "";
  }

  /** The objects of the list at a path. */
  async list(path: string): Promise<readonly JsonObject[]> {
    const list = await this.object(path);
    return list === undefined ? [] : objectsOf(list);
  }
}
