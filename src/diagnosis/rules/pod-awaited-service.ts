import type { KubeObject } from "../../apimachinery/meta.ts";
import { runOf, type RunContainer } from "../../component-helpers/pod-simulation/command-run.ts";
import { serviceOfHost } from "../../component-helpers/pod-simulation/service-of-host.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { containersOf } from "../container-view.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { whoDoesWhat } from "./owned-pods.ts";

/** The most loops of one script that are looked at. */
const mostLoops = 8;

/** What a script asks for first that is not among the hosts that answer; undefined if it does not wait for one. */
function awaited(container: RunContainer, answering: ReadonlySet<string>) {
  let asked: { readonly host: string; readonly isAnswer: boolean } | undefined;
  const run = runOf(container, (host, need) => {
    if (answering.has(host)) return true;
    asked ??= { host, isAnswer: need === "answer" };
    return false;
  });
  return run.retrySeconds === undefined ? undefined : asked;
}

/** Init containers that wait for a Service: `until nslookup db; do sleep 2; done`. */
export const podAwaitedService: Rule = async (pod, context) => {
  const waiting = containersOf(pod).find(({ init, sidecar, running }) => init && !sidecar && running);
  if (waiting === undefined) return undefined;
  const index = itemsAt(pod, "spec.initContainers").findIndex((one) => textAt(one, "name") === waiting.name);
  const container = itemsAt(pod, "spec.initContainers")[index] as RunContainer;
  const answering = new Set<string>();
  for (let loop = 0; loop < mostLoops; loop++) {
    const asked = awaited(container, answering);
    if (asked === undefined) return undefined;
    const found = await unanswering(pod, asked, context);
    if (found !== undefined) {
      const { service, evidence, causes, situation } = found;
      return conclude(pod, {
        situation,
        state: "Initializing",
        level: "warning",
        because: `init container ${waiting.name} waits for ${service}`,
        evidence: [field(pod, `spec.initContainers[${index}].command`, asked.host), evidence],
        causes,
      });
    }
    answering.add(asked.host);
  }
  return undefined;
};

/** Why a Service does not answer that a pod asks. */
async function unanswering(
  pod: KubeObject,
  { host, isAnswer }: { readonly host: string; readonly isAnswer: boolean },
  { reading, causeOf }: RuleContext,
) {
  const named = serviceOfHost(host, pod.metadata.namespace ?? "");
  if (named === undefined) return undefined;
  const id = objectId("", "Service", named.namespace, named.name);
  const service = `the Service ${named.namespace === pod.metadata.namespace ? "" : `${named.namespace}/`}${named.name}`;
  if (await reading.isMissing(id)) {
    const situation = "pod-awaits-missing-service";
    return { situation, service: `${service}, which does not exist`, evidence: missing(id), causes: [] };
  }
  const found = isAnswer ? await reading.get(id) : undefined;
  const cause = await causeOf(found);
  if (found === undefined || cause === undefined || cause.level === "ok") return undefined;
  const situation = "pod-awaits-service";
  return { situation, service: `the Service ${whoDoesWhat(cause)}`, evidence: there(found), causes: [cause] };
}
