import { inWords } from "../../data/send.ts";
import { catalog } from "../../state/catalog.ts";
import type { Page } from "../../state/page.ts";

const version = "admissionregistration.k8s.io/v1beta1=true";

/** Restarts the server with the gate and the API of mutating policies turned on. */
export async function turnOnMutatingPolicies(page: Page): Promise<void> {
  try {
    const { chosen } = await page.inspect.serverSettings();
    const served = chosen.runtimeConfig.split(",").filter((item) => item !== "");
    await page.inspect.changeSettings({
      ...chosen,
      featureGates: { ...chosen.featureGates, MutatingAdmissionPolicy: true },
      runtimeConfig: [...new Set([...served, version])].join(","),
    });
    await catalog.of(page).getState().load();
    page.toasts.add({ description: "The server serves mutating policies now." });
  } catch (error) {
    page.toasts.add({ description: inWords(error) });
  }
}
