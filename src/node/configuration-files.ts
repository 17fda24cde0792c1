import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf } from "../apimachinery/message-of.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import type { PodSecurityConfiguration } from "../pod-security-admission/admission/admission.ts";
import { readConfigurationBytes } from "./read-file.ts";
import type { ServeValues } from "./serve-flags.ts";

/** The paths of files of settings that are checked, or of which a part acts. */
export interface ConfigurationFiles {
  readonly egressSelectorConfigFile: string | undefined;
  readonly admissionControlConfigFile: string | undefined;
  readonly tracingConfigFile: string | undefined;
}

/** Returns the options of the flags. */
export const configurationFiles = (values: ServeValues): ConfigurationFiles => ({
  egressSelectorConfigFile: values["egress-selector-config-file"],
  admissionControlConfigFile: values["admission-control-config-file"],
  tracingConfigFile: values["tracing-config-file"],
});

/**
 * Reads the files. Throws a ConfigurationError with upstream's text for a file that cannot be read or is invalid, and
 * one that names the flag if it asks for what this server does not do: connections through proxies, spans, and
 * configuration of plugins but PodSecurity.
 */
export async function readConfigurationFiles(
  files: Partial<ConfigurationFiles>,
): Promise<{ readonly podSecurity: PodSecurityConfiguration | undefined }> {
  const { egressSelectorConfigFile: egress, tracingConfigFile: tracing, admissionControlConfigFile: admission } = files;
  if (egress !== undefined) {
    const { checkEgressSelector } = await import("../kube-apiserver/configuration/egress-selector.ts");
    checkEgressSelector(read(egress, "failed to read egress selector config", "egress selector"), existsSync);
  }
  if (tracing !== undefined) {
    const { checkTracing } = await import("../kube-apiserver/configuration/tracing.ts");
    checkTracing(read(tracing, "failed to read tracing config", "tracing", ": %s"));
    throw new ConfigurationError(
      "--tracing-config-file is not supported: spans are sent to no collector, as there is no client for OTLP over gRPC",
    );
  }
  if (admission === undefined) return { podSecurity: undefined };
  const { loadAdmissionConfiguration } = await import("../kube-apiserver/configuration/admission-configuration.ts");
  const bytes = read(admission, "failed to apply admission: failed to read plugin config", "admission control");
  try {
    return loadAdmissionConfiguration(bytes, (path) => readConfigurationBytes(resolve(dirname(admission), path)));
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(`failed to apply admission: ${cause.message}`, { cause });
  }
}

/** Reads a file; the error of one that cannot be read says what was to be done with it, what it should be, and why. */
function read(file: string, doing: string, what: string, why = " [%s]"): Uint8Array {
  try {
    return readConfigurationBytes(file);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigurationError(
      `${doing}: unable to read ${what} configuration from ${quoteGo(file)}${why.replace("%s", () => reason)}`,
      { cause },
    );
  }
}
