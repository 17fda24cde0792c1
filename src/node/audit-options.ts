import { createWriteStream, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { loadAuditPolicy } from "../apiserver/audit/load-audit-policy.ts";
import type { ApiServerOptions } from "../kube-apiserver/options.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import type { AuditWebhook } from "./audit/audit-webhook.ts";
import type { AuditWebhookOptions } from "./audit/audit-webhook-options.ts";
import type { ServeOptions } from "./command-line.ts";
import { readConfigurationBytes } from "./read-file.ts";

/** A sink for audit events, one per line. */
interface AuditLog {
  write(event: string): void;
  /** Resolves when every line is written. */
  close(): Promise<void>;
}

/**
 * Opens an audit log that appends to a file that only its owner can read, or writes to standard output if the path is
 * `-`. Throws if the file cannot be opened.
 */
function openAuditLog(path: string, report: (error: Error) => void): AuditLog {
  if (path === "-")
    return { write: (event) => void process.stdout.write(`${event}\n`), close: () => Promise.resolve() };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const stream = createWriteStream(path, { fd: openSync(path, "a", 0o600) });
  stream.on("error", report);
  return {
    write: (event) => void stream.write(`${event}\n`),
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(() => resolve()))),
  };
}

/** The audit options of the server, and what ends the log and the webhook. */
export interface OpenedAudit {
  readonly options: ApiServerOptions["audit"];
  /** Resolves when every event is written and sent, or given up. */
  close(): Promise<void>;
}

type AuditSettings = Partial<Pick<ServeOptions, "auditPolicyFile" | "auditLogPath" | "auditWebhook">>;

/** Reads the audit policy and opens the log and the webhook that are configured. Without a policy nothing is noted. */
export async function openAudit(
  { auditPolicyFile, auditLogPath, auditWebhook }: AuditSettings,
  clock: Clock,
  report: (message: string) => void,
): Promise<OpenedAudit> {
  if (auditPolicyFile === undefined) return { options: undefined, close: () => Promise.resolve() };
  const { policy, warnings } = readPolicy(auditPolicyFile);
  for (const warning of warnings) report(warning);
  const webhook = auditWebhook && (await openWebhook(auditWebhook, clock, report));
  const log =
    auditLogPath === undefined
      ? undefined
      : openAuditLog(auditLogPath, (error) => report(`the audit log cannot be written: ${error.message}`));
  const note = (event: string): Promise<boolean> | undefined => {
    log?.write(event);
    return webhook?.send(event);
  };
  return {
    options: { policy, log: log === undefined && webhook === undefined ? undefined : note },
    async close() {
      await webhook?.close();
      await log?.close();
    },
  };
}

async function openWebhook(
  options: AuditWebhookOptions,
  clock: Clock,
  report: (message: string) => void,
): Promise<AuditWebhook> {
  const { openAuditWebhook } = await import("./audit/audit-webhook.ts");
  return openAuditWebhook(options, { clock, random: Math.random, report });
}

function readPolicy(file: string): ReturnType<typeof loadAuditPolicy> {
  const bytes = readBytes(file);
  try {
    return loadAuditPolicy(bytes);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`loading audit policy file: ${error.message}: from file ${file}`, { cause: error });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readConfigurationBytes(file);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigurationError(`loading audit policy file: failed to read file path ${quoteGo(file)}: ${reason}`, {
      cause,
    });
  }
}
