import { isAlreadyExists, isForbidden, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";

interface Namespace extends KubeObject {
  readonly status?: { readonly phase?: string };
}

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const accounts = { group: "", version: "v1", resource: "serviceaccounts" };
const accountName = "default";

/**
 * Keeps the service account `default` in every active namespace (controller/serviceaccount
 * ServiceAccountsController).
 */
export function createServiceAccountController(context: ControllerContext): Controller {
  const client = controllerClient("serviceaccount", context);
  const active = context.informers.of<Namespace>(namespaces);
  const existing = context.informers.of(accounts);
  const controller = new QueuedController({
    clock: context.clock,
    informers: [active, existing],
    workers: 1,
    async process(namespace, signal) {
      if (active.index.get(namespace)?.status?.phase !== "Active") return;
      if (existing.index.get(`${namespace}/${accountName}`) !== undefined) return;
      const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: accountName } };
      try {
        await client.create({ ...accounts, namespace }, account, signal);
      } catch (error) {
        // the namespace is gone or ends, or another client was faster
        if (!isAlreadyExists(error) && !isNotFound(error) && !isForbidden(error)) throw error;
      }
    },
  });
  const enqueue = ({ metadata: { name = "" } }: KubeObject): void => controller.add(name);
  active.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  existing.addHandler({
    delete: ({ metadata: { name, namespace = "" } }) => {
      if (name === accountName) controller.add(namespace);
    },
  });
  return controller;
}
