import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import type { PodSecurityConfiguration } from "../pod-security-admission/admission/admission.ts";
import { largestSettings, readBounded } from "./read-file.ts";
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
 * Reads the files. Throws a ConfigurationError that names the flag whose file cannot be read, is invalid, or asks for
 * what this server does not do: connections through proxies, spans, and configuration of plugins but PodSecurity.
 */
export async function readConfigurationFiles(
  files: Partial<ConfigurationFiles>,
): Promise<{ readonly podSecurity: PodSecurityConfiguration | undefined }> {
  const { egressSelectorConfigFile: egress, tracingConfigFile: tracing, admissionControlConfigFile: admission } = files;
  if (egress !== undefined) {
    const { checkEgressSelector } = await import("../kube-apiserver/configuration/egress-selector.ts");
    named("egress-selector-config-file", () => checkEgressSelector(readBounded(egress, largestSettings), existsSync));
  }
  if (tracing !== undefined) {
    const { checkTracing } = await import("../kube-apiserver/configuration/tracing.ts");
    named("tracing-config-file", () => {
      checkTracing(readBounded(tracing, largestSettings));
      throw new ConfigurationError("spans are sent to no collector: there is no client for OTLP over gRPC");
    });
  }
  if (admission === undefined) return { podSecurity: undefined };
  const { loadAdmissionConfiguration } = await import("../kube-apiserver/configuration/admission-configuration.ts");
  return named("admission-control-config-file", () =>
    loadAdmissionConfiguration(readBounded(admission, largestSettings), (path) =>
      readBounded(resolve(dirname(admission), path), largestSettings),
    ),
  );
}

function named<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ConfigurationError(`--${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
