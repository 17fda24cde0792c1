import { newConflict } from "../../apimachinery/errors.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import { optimisticLockMessage } from "../../apiserver/registry/storage-errors.ts";
import type { QuotaAccessor } from "../../plugin/admission/resource-quota/quota-evaluator.ts";

const quotas = { group: "", resource: "resourcequotas" };

/** Stores what requests use of a quota, unless the quota has changed since it was read. */
export const createQuotaWriter = (access: Pick<RegistryAccess, "update">): Pick<QuotaAccessor, "updateStatus"> => ({
  async updateStatus(quota) {
    const { namespace = "", name = "", resourceVersion } = quota.metadata;
    await access.update(quotas.resource, namespace, name, (live) => {
      if (live.metadata.resourceVersion !== resourceVersion) throw newConflict(quotas, name, optimisticLockMessage);
      return quota;
    });
  },
});
