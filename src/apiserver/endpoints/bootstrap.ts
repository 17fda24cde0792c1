import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { bootstrapClusterRoleBindings, bootstrapClusterRoles } from "../auth/rbac/bootstrap-policy.ts";
import type { StrategyContext } from "../registry/strategy.ts";
import type { ResourceTable } from "./routes/resource-table.ts";

/** Makes what every cluster has from its start, as far as it is not there: namespaces, and the roles of discovery. */
export async function writeBootstrapObjects(table: ResourceTable, namespaces: readonly KubeObject[], context: (namespace: string) => StrategyContext): Promise<void> {
  const rbac = (resource: string, objects: readonly unknown[]) => ensure(table, "rbac.authorization.k8s.io", resource, objects as readonly KubeObject[], context);
  await Promise.all([
    ensure(table, "", "namespaces", namespaces, context),
    rbac("clusterroles", bootstrapClusterRoles),
    rbac("clusterrolebindings", bootstrapClusterRoleBindings),
  ]);
}

async function ensure(table: ResourceTable, group: string, resource: string, objects: readonly KubeObject[], context: (namespace: string) => StrategyContext): Promise<void> {
  const scope = table.find(group, "v1", resource)?.scope;
  if (scope === undefined) return;
  await Promise.all(objects.map(async (object) => {
    try {
      const decoded = scope.codec.decode(object as never); // data of ours, decoded by the schema
      await scope.store.create(context(""), decoded, () => undefined);
    } catch (err) {
      if (!isAlreadyExists(err)) throw err;
    }
  }));
}
