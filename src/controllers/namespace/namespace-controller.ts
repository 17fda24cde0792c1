import { formatTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import type { KnownDocuments } from "../../client/discovery.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { deleteNamespace } from "./namespaced-resources-deleter.ts";
import type { Namespace } from "./namespace-type.ts";

/** Deletes the content of terminating namespaces and then finalizes the namespaces. */
export function createNamespaceController(options: ControllerOptions): Controller {
  const { clock } = options;
  const client = controllerClient("namespace", options);
  const known: KnownDocuments = new Map();
  const controller = new InformedQueue<Namespace>({
    client,
    clock,
    target: { group: "", version: "v1", resource: "namespaces" },
    keeps: () => false,
    skips: (line) => !line.includes('"deletionTimestamp"'),
    handler: {
      add: (namespace) => {
        if (waitsForContent(namespace)) controller.add(namespace.metadata.name ?? "");
      },
    },
    workers: 4,
    process: async (name, signal) => {
      const seconds = await deleteNamespace({ client, now: () => formatTime(clock.now()), signal, known }, name);
      if (seconds > 0) controller.addAfter(name, (Math.floor(seconds / 2) + 1) * 1000);
    },
  });
  return controller;
}

const waitsForContent = ({ metadata, spec }: Namespace): boolean =>
  metadata.deletionTimestamp !== undefined && (spec?.finalizers ?? []).length > 0;
