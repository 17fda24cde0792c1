import type { ResourceQuota } from "../../api/core/v1.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import type { QuotaSync } from "./quota-sync.ts";

const quotas = { group: "", version: "v1", resource: "resourcequotas" };

/** Interval at which every quota is counted anew (--resource-quota-sync-period). */
const resyncMs = 5 * 60 * 1000;

/** Counts what is used of resource quotas, and keeps their status (controller/resourcequota). */
export function createResourceQuotaController(options: ControllerOptions): Controller {
  const { clock } = options;
  const client = controllerClient("resourcequota", options);
  const stop = new AbortController();
  let sync: Promise<QuotaSync> | undefined;
  /** Most servers have no quotas: what counts them is loaded with the first one. */
  const loaded = (): Promise<QuotaSync> =>
    (sync ??= import("./quota-sync.ts").then(
      (file) =>
        new file.QuotaSync({
          client,
          clock,
          signal: stop.signal,
          quotas: () => controller.index.values(),
          recount: (key) => controller.add(key),
        }),
    ));
  const controller = new InformedQueue<ResourceQuota>({
    client,
    clock,
    target: quotas,
    handler: {
      add: (quota) => controller.add(keyOf(quota)),
      update: (before, after) => {
        if (JSON.stringify(before.spec) !== JSON.stringify(after.spec)) controller.add(keyOf(after));
      },
      delete: (quota) => controller.add(keyOf(quota)),
    },
    workers: 5,
    async process(key) {
      const quota = controller.index.get(key);
      const counting = await loaded();
      await counting.follow();
      if (quota === undefined) return;
      controller.addAfter(key, resyncMs);
      await counting.count(quota);
    },
    ended: () => stop.abort(),
  });
  return controller;
}

const keyOf = ({ metadata: { namespace = "", name = "" } }: ResourceQuota): string => `${namespace}/${name}`;
