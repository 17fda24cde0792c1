import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { byEvent, conclude, field } from "../conclude.ts";
import { type ContainerView, containersOf, containerWords } from "../container-view.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { EventView } from "../event-view.ts";
import { itemsAt, numberAt, textAt, textsAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { firstLine, listed, times } from "../words.ts";

/** What a probe that fails says, or what it asked where it says nothing. */
export function probeText(message: string, probe: unknown): string {
  const said = firstLine(message.replace(/^\w+ probe (?:failed|errored)[^:]*: ?/, ""), 160);
  const command = textsAt(probe, "exec.command").join(" ");
  return said !== "" || command === "" ? said : `the command ${firstLine(command, 80)} fails`;
}

/** Whether an event is about a container, as far as it says about which it is. */
const isAbout = (event: EventView, { name }: ContainerView): boolean =>
  event.container === "" || event.container === name;

/** What a container that runs and has not failed a probe is to be ready by. */
function awaitedProbe({ spec, started }: ContainerView): string {
  const member = !started && spec["startupProbe"] !== undefined ? "startupProbe" : "readinessProbe";
  const probe = spec[member];
  if (probe === undefined) return "is about to be ready";
  const delay = numberAt(probe, "initialDelaySeconds") ?? 0;
  const first = delay >= 30 ? `, which begins ${delay} s after its start` : "";
  return `its ${member === "startupProbe" ? "startup" : "readiness"} probe has not succeeded yet${first}`;
}

/** A probe that asks at a port by a name that its container does not declare, so that it never gets an answer. */
function portMissing(
  pod: KubeObject,
  container: ContainerView,
  name: "startup" | "readiness",
  event: EventView,
): Diagnosis | undefined {
  if (!/^\w+ probe errored .*strconv\.Atoi: parsing /.test(event.message)) return undefined;
  const probe = container.spec[`${name}Probe`];
  const port = textAt(probe, "httpGet.port") || textAt(probe, "tcpSocket.port");
  const names = itemsAt(container.spec, "ports")
    .map((one) => textAt(one, "name"))
    .filter((one) => one !== "");
  const words = `the ${name} probe of ${containerWords(container)} asks at the port ${port}, which it does not declare`;
  return conclude(pod, {
    situation: "pod-probe-port-missing",
    state: "Not ready",
    level: "error",
    because: `${words}; it declares ${listed(names) || "none"}`,
    evidence: byEvent(pod, event),
  });
}

/** Containers that run and are not ready, as their probes tell. */
export const podProbes: Rule = async (pod, { reading }) => {
  const container = containersOf(pod).find(
    ({ running, ready, init, sidecar }) => running && !ready && (!init || sidecar),
  );
  if (container === undefined) return undefined;
  const events = await reading.events(pod);
  const unhealthy = (probe: string) =>
    events.find(
      (each) => each.reason === "Unhealthy" && each.message.startsWith(`${probe} probe`) && isAbout(each, container),
    );
  const startup = container.started ? undefined : unhealthy("Startup");
  const event = startup ?? unhealthy("Readiness");
  const name = startup === undefined ? "readiness" : "startup";
  const path = `${container.path}.${startup === undefined ? "ready" : "started"}`;
  if (event === undefined) {
    return conclude(pod, {
      situation: "pod-not-ready-yet",
      state: "Not ready",
      level: "progressing",
      because: `${containerWords(container)} runs and ${awaitedProbe(container)}`,
      evidence: [field(pod, path, "false")],
    });
  }
  const nameless = portMissing(pod, container, name, event);
  if (nameless !== undefined) return nameless;
  const most = numberAt(container.spec["startupProbe"], "failureThreshold") ?? 3;
  const killed = startup === undefined ? "" : `; it is killed when that has failed ${times(most)} in a row`;
  const counts = event.count > 1 ? ` (${times(event.count)})` : "";
  const failure = `its ${name} probe${counts}: ${probeText(event.message, container.spec[`${name}Probe`])}`;
  return conclude(pod, {
    situation: `pod-${name}-probe-failing`,
    state: "Not ready",
    level: startup === undefined ? "error" : "warning",
    because: `${containerWords(container)} fails ${failure}${killed}`,
    predicate: `fails ${failure}`,
    evidence: [field(pod, path, "false"), ...byEvent(pod, event)],
  });
};

/** Containers that are ready and about to be killed: their liveness probe has failed since they run. */
export const podLiveness: Rule = async (pod, { reading }) => {
  const probed = containersOf(pod).filter(({ running, spec }) => running && spec["livenessProbe"] !== undefined);
  if (probed.length === 0) return undefined;
  const events = await reading.events(pod);
  for (const container of probed) {
    const probe = container.spec["livenessProbe"];
    const [period, most] = [numberAt(probe, "periodSeconds") ?? 10, numberAt(probe, "failureThreshold") ?? 3];
    const event = events.find(
      (each) =>
        each.reason === "Unhealthy" &&
        each.message.startsWith("Liveness probe failed") &&
        isAbout(each, container) &&
        each.last >= container.startedAt &&
        // without another failure in that time, it has succeeded since
        reading.now() - parseTime(each.last) <= (most + 1) * period * 1000,
    );
    if (event === undefined) continue;
    const text = probeText(event.message, probe);
    return conclude(pod, {
      situation: "pod-liveness-probe-failing",
      state: "Running",
      level: "warning",
      because: `ready, but ${containerWords(container)} fails its liveness probe: ${text}; it is killed when it has failed ${times(most)} in a row`,
      evidence: byEvent(pod, event),
    });
  }
  return undefined;
};
