import { useState } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type ContainerView, containersOf, debugContainersOf } from "../../diagnosis/container-view.ts";
import { pageAgent, readText, refusal, RefusedError, send } from "../data/send.ts";
import { useAnswer } from "../data/use-answer.ts";
import { Check, Select } from "../design/field.tsx";
import { targetOf } from "../kube/resource.ts";
import { usePage } from "../state/page.ts";
import { Part } from "./part.tsx";

const lines = 100;

/** The last lines that a container of a pod logged, read again when it starts or ends. */
export function LogsPart({ pod }: { readonly pod: KubeObject }) {
  const page = usePage();
  const debug = debugContainersOf(pod);
  const containers = [...containersOf(pod), ...debug];
  const optionOf = (one: ContainerView) =>
    [one.name, `${one.name}${one.init ? " (init)" : debug.includes(one) ? " (debug)" : ""}`] as const;
  const [chosen, setChosen] = useState("");
  const [previous, setPrevious] = useState(false);
  const container = containers.find(({ name }) => name === chosen) ?? containers.find(({ init }) => !init);
  const { namespace, name } = pod.metadata;
  const target = targetOf({ group: "", version: "v1", resource: "pods", namespace, name });
  const query = new URLSearchParams({
    container: container?.name ?? "",
    tailLines: String(lines),
    ...(previous && { previous: "true" }),
  });
  const stamp = `${container?.restarts ?? 0} ${container?.running ?? false} ${container?.ended?.at ?? ""}`;
  const { value, refused } = useAnswer(`${target} ${query.toString()} ${stamp}`, async (signal) => {
    const call = { method: "GET", target: `${target}/log?${query.toString()}`, signal };
    const reply = await send(page.handle, pageAgent, call);
    const text = await readText(reply.body);
    if (reply.status >= 300) throw new RefusedError(refusal(reply.status, text));
    return text;
  });
  if (container === undefined) return null;
  return (
    <Part
      title="Logs"
      end={
        <>
          {containers.length < 2 ? null : (
            <Select
              aria-label="Container"
              options={containers.map(optionOf)}
              value={container.name}
              onValue={setChosen}
            />
          )}
          {container.restarts === 0 ? null : (
            <Check label="of the run before" checked={previous} onChecked={setPrevious} />
          )}
        </>
      }
    >
      {refused !== undefined ? (
        <p className="quiet small">{refused.message}</p>
      ) : value === undefined ? null : value === "" ? (
        <p className="quiet small">{container.name} has logged nothing.</p>
      ) : (
        <pre className="kp-logs" tabIndex={0} aria-label={`Logs of ${container.name}`}>
          {value}
        </pre>
      )}
    </Part>
  );
}
