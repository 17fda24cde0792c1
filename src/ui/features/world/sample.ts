import { consoleAgent, RefusedError, sendJson } from "../../data/send.ts";
import { sampleNamespace, sampleObjects } from "../../kube/sample.ts";
import type { Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";

const agent = consoleAgent;

/** Creates the objects of the sample that are not there. */
export async function addSample(page: Page): Promise<void> {
  try {
    for (const [target, object] of sampleObjects)
      await sendJson(page.handle, agent, {
        method: "POST",
        target,
        headers: [["Content-Type", "application/json"]],
        body: JSON.stringify(object),
      }).catch((error: unknown) => {
        if (!(error instanceof RefusedError) || error.status.reason !== "AlreadyExists") throw error;
      });
  } catch (error) {
    tellError(page, error);
  }
}

/** Deletes the namespace of the sample with all that is in it. */
export async function removeSample(page: Page): Promise<void> {
  try {
    await sendJson(page.handle, agent, { method: "DELETE", target: `/api/v1/namespaces/${sampleNamespace}` });
    page.toasts.add({ description: `The namespace ${sampleNamespace} is being deleted with all that is in it.` });
  } catch (error) {
    tellError(page, error);
  }
}
