import { expect, test } from "vitest";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import { resourcesOf, settingsOf, type ApiServerOptions, type ServerSettings } from "./options.ts";

const settingsWith = (options: Pick<ApiServerOptions, "featureGates">): ServerSettings =>
  settingsOf(options as ApiServerOptions);

test("servers with the same feature gates and runtime configuration share their resources, others do not", async () => {
  const types = await loadBuiltinTypes();
  const settings = settingsWith({});
  const chosen = resourcesOf(settings, types);
  expect(resourcesOf(settingsWith({ featureGates: {} }), types)).toBe(chosen);
  expect(resourcesOf(settings, types, new Map([["batch/v1", "false"]])).served).not.toEqual(chosen.served);
  expect(resourcesOf(settings, types)).toBe(chosen);
  const gated = settingsWith({ featureGates: { MutatingAdmissionPolicy: true } });
  expect(gated.gates.enabled("MutatingAdmissionPolicy")).toBe(true);
  expect(resourcesOf(gated, types)).not.toBe(chosen);
});
