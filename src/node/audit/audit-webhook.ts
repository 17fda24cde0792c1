import { request } from "node:http";
import { request as secureRequest } from "node:https";
import type { Clock } from "../../apimachinery/clock.ts";
import { sleep } from "../../component-base/sleep.ts";
import { AuditBatches } from "./audit-batches.ts";
import type { AuditWebhookOptions } from "./audit-webhook-options.ts";
import { truncateEvent } from "./truncate-event.ts";
import { readWebhookKubeconfig, type WebhookTarget } from "./webhook-kubeconfig.ts";

/** Sends audit events to a webhook. */
export interface AuditWebhook {
  /**
   * Takes an event. In a blocking mode it resolves once the event was sent or given up; to false if it was given up and
   * the mode is strict.
   */
  send(event: string): Promise<boolean> | undefined;
  /** Resolves once every event was sent or given up. */
  close(): Promise<void>;
}

/** How often a batch is sent, and how waits grow (webhook.DefaultRetryBackoffWithInitialDelay). */
const [attempts, factor, jitter] = [5, 1.5, 0.2];

const requestTimeoutMs = 30_000;

/**
 * Opens the webhook of a kubeconfig (plugin/pkg/audit/webhook with buffered and truncate). Events that are lost are
 * reported, as upstream logs them. Throws a ConfigurationError if the kubeconfig cannot be used.
 */
export function openAuditWebhook(
  { configFile, mode, batch, initialBackoffMs, maxEventSize }: AuditWebhookOptions,
  { clock, random, report }: { readonly clock: Clock; random(): number; report(message: string): void },
): AuditWebhook {
  const target = readWebhookKubeconfig(configFile);
  const lost = (count: number, reason: string): void =>
    report(`Error in audit plugin 'webhook' affecting ${count} audit events: ${reason}`);
  const ending = new AbortController();
  const deliver = async (events: readonly string[]): Promise<boolean> => {
    let waitMs = initialBackoffMs;
    for (let attempt = 1; ; attempt++) {
      const problem = await post(target, events);
      if (problem === undefined) return true;
      if (attempt === attempts || ending.signal.aborted) {
        lost(events.length, problem);
        return false;
      }
      await sleep(clock, waitMs * (1 + random() * jitter), ending.signal);
      waitMs *= factor;
    }
  };
  const fit = (event: string): string | undefined => {
    const fitting = maxEventSize === undefined ? event : truncateEvent(event, maxEventSize);
    if (fitting === undefined) lost(1, "event is too large even after truncating");
    return fitting;
  };
  if (mode !== "batch") return oneByOne(fit, deliver, ending, mode === "blocking-strict");
  const batches = new AuditBatches({ ...batch, clock, deliver, dropped: () => lost(1, "audit buffer queue blocked") });
  return {
    send(event) {
      const fitting = fit(event);
      if (fitting !== undefined) batches.add(fitting);
      return undefined;
    },
    close() {
      ending.abort();
      return batches.close();
    },
  };
}

function oneByOne(
  fit: (event: string) => string | undefined,
  deliver: (events: readonly string[]) => Promise<boolean>,
  ending: AbortController,
  strict: boolean,
): AuditWebhook {
  const pending = new Set<Promise<boolean>>();
  return {
    send(event) {
      const fitting = fit(event);
      if (fitting === undefined) return Promise.resolve(true);
      const sending = deliver([fitting]).then((sent) => sent || !strict);
      pending.add(sending);
      void sending.finally(() => pending.delete(sending));
      return sending;
    },
    async close() {
      ending.abort();
      await Promise.all(pending);
    },
  };
}

/** What precedes the members of an event that are sent in a list. */
const eventType = '"kind":"Event","apiVersion":"audit.k8s.io/v1",';

const bodyOf = (events: readonly string[]): Buffer =>
  Buffer.from(
    `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${events.map((event) => event.replace(eventType, "")).join(",")}]}\n`,
  );

/** Posts a list of events; resolves to what went wrong, or to undefined. */
function post({ url, tls, authorization }: WebhookTarget, events: readonly string[]): Promise<string | undefined> {
  const body = bodyOf(events);
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, */*",
    "User-Agent": "kube-apiserver",
    "Content-Length": body.length,
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  const open = url.protocol === "https:" ? secureRequest : request;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const call = open(url, { method: "POST", headers, signal, ...tls }, (answer) => {
      answer.resume();
      const { statusCode = 0 } = answer;
      answer.once("error", (error) => resolve(error.message));
      answer.once("end", () =>
        resolve(statusCode >= 200 && statusCode < 300 ? undefined : `the server answered ${statusCode}`),
      );
    });
    call.once("error", (error) => resolve(`Post "${url.href}": ${error.message}`));
    call.end(body);
  });
}
