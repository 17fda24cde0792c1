import type { AuditCalls } from "../../../client/audit.ts";
import type { Auditor } from "./auditor.ts";

/**
 * The Inspector's access to an auditor (client/audit.ts defines the contract). The policy parser is a separate chunk.
 */
export function createAuditCalls(auditor: Auditor): AuditCalls {
  let followed: string | undefined;
  return {
    auditEvents: (afterId) => Promise.resolve(auditor.events(afterId)),
    auditPolicy: () => Promise.resolve(followed),
    checkAuditPolicy: async (text) => (await import("../../audit/check-audit-policy.ts")).checkAuditPolicy(text),
    async setAuditPolicy(text) {
      const warnings = text === undefined ? [] : await follow(auditor, text);
      if (text === undefined) auditor.setPolicy(undefined);
      followed = text;
      return warnings;
    },
  };
}

async function follow(auditor: Auditor, text: string): Promise<readonly string[]> {
  const { loadAuditPolicy } = await import("../../audit/load-audit-policy.ts");
  const { policy, warnings } = loadAuditPolicy(new TextEncoder().encode(text));
  auditor.setPolicy(policy);
  return warnings;
}
