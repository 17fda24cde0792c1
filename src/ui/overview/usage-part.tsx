import { useEffect } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { itemsAt, textAt } from "../../diagnosis/fields.ts";
import { usePage } from "../state/page.ts";
import { cpuWords, memoryWords, percent, shareOf, usage, usageKey, type Amounts } from "../state/usage.ts";
import { Part } from "./part.tsx";

/** A quantity that is measured against another one. */
interface Bound {
  readonly text: string;
  /** What the other one is: `requested`, `the limit`. */
  readonly of: string;
}

interface RowProps extends Amounts {
  readonly name: string;
  readonly boundOf: (resource: keyof Amounts) => Bound | undefined;
}

/** What a pod or a node uses, while the metrics API tells it. */
export function UsagePart({ object }: { readonly object: KubeObject }) {
  const page = usePage();
  useEffect(() => usage.of(page).getState().attend(), [page]);
  const { namespace, name = "" } = object.metadata;
  const isServed = usage.use((state) => state.isServed);
  const used = usage.use((state) => state.usages.get(usageKey(namespace, name)));
  if (!isServed) return null;
  const containers = itemsAt(object, "spec.containers");
  return (
    <Part title="Usage" note="as metrics-server measures it">
      {used === undefined ? (
        <p className="quiet small">Nothing has been measured yet.</p>
      ) : (
        <table className="kp-usage">
          <thead>
            <tr>
              <th scope="col">{containers.length === 0 ? "Node" : "Container"}</th>
              <th scope="col">CPU</th>
              <th scope="col">Memory</th>
            </tr>
          </thead>
          <tbody>
            {containers.length === 0 ? (
              <Row {...used} name={name} boundOf={(resource) => allocatable(object, resource)} />
            ) : (
              used.containers.map((one) => (
                <Row
                  key={one.name}
                  {...one}
                  boundOf={(resource) =>
                    boundOf(
                      containers.find((container) => textAt(container, "name") === one.name),
                      resource,
                    )
                  }
                />
              ))
            )}
          </tbody>
        </table>
      )}
    </Part>
  );
}

const allocatable = (node: KubeObject, resource: string): Bound => ({
  text: textAt(node, `status.allocatable.${resource}`),
  of: "what it has",
});

/** A container is measured against what it requests, or else its limit. */
function boundOf(container: unknown, resource: string): Bound | undefined {
  const request = textAt(container, `resources.requests.${resource}`);
  if (request !== "") return { text: request, of: "its request" };
  const limit = textAt(container, `resources.limits.${resource}`);
  return limit === "" ? undefined : { text: limit, of: "its limit" };
}

function Row({ name, cpu, memory, boundOf: find }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <Cell words={cpuWords(cpu)} used={cpu} bound={find("cpu")} />
      <Cell words={memoryWords(memory)} used={memory} bound={find("memory")} />
    </tr>
  );
}

function Cell({
  words,
  used,
  bound,
}: {
  readonly words: string;
  readonly used: number;
  readonly bound: Bound | undefined;
}) {
  const share = bound === undefined ? undefined : shareOf(used, bound.text);
  return (
    <td>
      <span>{words}</span>
      {share === undefined || bound === undefined ? null : (
        <>
          {" "}
          <span className="quiet small">
            {percent(share)} of {bound.of}, {bound.text}
          </span>
          <span className="kp-usage-bar" data-full={share > 1 ? "" : undefined} aria-hidden="true">
            <i style={{ width: percent(Math.min(share, 1)) }} />
          </span>
        </>
      )}
    </td>
  );
}
