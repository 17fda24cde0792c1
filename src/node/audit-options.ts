import { loadAuditPolicy } from "../apiserver/audit/load-audit-policy.ts";
import type { ApiServerOptions } from "../kube-apiserver/options.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { openAuditLog, type AuditLog } from "./audit-log.ts";
import type { ServeOptions } from "./command-line.ts";
import { largestSettings, readBounded } from "./read-file.ts";

/** The audit options of the server, and the log to close afterwards. */
export interface OpenedAudit {
  readonly options: ApiServerOptions["audit"];
  readonly log: AuditLog | undefined;
}

/** Reads the audit policy and opens the log, if both are configured. Without a policy nothing is logged. */
export function openAudit(
  { auditPolicyFile, auditLogPath }: Partial<Pick<ServeOptions, "auditPolicyFile" | "auditLogPath">>,
  report: (message: string) => void,
): OpenedAudit {
  if (auditPolicyFile === undefined) return { options: undefined, log: undefined };
  const { policy, warnings } = readPolicy(auditPolicyFile);
  for (const warning of warnings) report(warning);
  const log =
    auditLogPath === undefined
      ? undefined
      : openAuditLog(auditLogPath, (error) => report(`the audit log cannot be written: ${error.message}`));
  return { options: { policy, log: log && ((event) => log.write(event)) }, log };
}

function readPolicy(file: string): ReturnType<typeof loadAuditPolicy> {
  try {
    return loadAuditPolicy(readBounded(file, largestSettings));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`loading audit policy file: ${error.message}: from file ${file}`, { cause: error });
  }
}
