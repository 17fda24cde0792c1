import type { KubeObject } from "../../apimachinery/meta.ts";
import { itemsAt, textAt, textsAt, valueAt } from "../../diagnosis/fields.ts";
import { plural } from "../data/words.ts";
import { useAddresses } from "./object-links.ts";
import { Part } from "./part.tsx";
import { StateMark } from "./state-mark.tsx";

const mostShown = 40;

interface Endpoint {
  readonly address: string;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  readonly target: { readonly kind: string; readonly namespace: string; readonly name: string };
  readonly node: string;
}

const endpointsOf = (slice: KubeObject): readonly Endpoint[] =>
  itemsAt(slice, "endpoints").map((endpoint) => ({
    address: textsAt(endpoint, "addresses").join(", "),
    isReady: valueAt(endpoint, "conditions.ready") !== false,
    isTerminating: valueAt(endpoint, "conditions.terminating") === true,
    target: {
      kind: textAt(endpoint, "targetRef.kind"),
      namespace: textAt(endpoint, "targetRef.namespace"),
      name: textAt(endpoint, "targetRef.name"),
    },
    node: textAt(endpoint, "nodeName"),
  }));

const portsOf = (slice: KubeObject): string =>
  itemsAt(slice, "ports")
    .map((port) => `${textAt(port, "port")}/${textAt(port, "protocol")}`)
    .join(", ");

/** The endpoints of EndpointSlices: where traffic goes, and what is not ready for it. */
export function EndpointsPart({ slices }: { readonly slices: readonly KubeObject[] }) {
  const addresses = useAddresses();
  const endpoints = slices.flatMap((slice) => endpointsOf(slice).map((endpoint) => ({ ...endpoint, slice })));
  const ready = endpoints.filter(({ isReady }) => isReady).length;
  return (
    <Part title="Endpoints" note={`${ready} of ${plural(endpoints.length, "endpoint")} ready`}>
      {endpoints.length === 0 ? <p className="quiet small">Nothing gets its traffic.</p> : null}
      <ul className="kp-object-lines">
        {endpoints.slice(0, mostShown).map(({ address, isReady, isTerminating, target, node, slice }) => {
          const href = target.name === "" ? undefined : addresses({ group: "", ...target });
          return (
            <li key={`${slice.metadata.uid ?? ""} ${address}`} className="kp-object-line">
              <code>{address}</code>
              <span className="quiet small">{portsOf(slice)}</span>
              <StateMark
                state={isTerminating ? "Terminating" : isReady ? "Ready" : "Not ready"}
                level={isReady ? "ok" : "warning"}
              />
              {href === undefined ? null : (
                <a className="clip" href={href}>
                  {target.name}
                </a>
              )}
              {node === "" ? null : <span className="quiet small">on {node}</span>}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
