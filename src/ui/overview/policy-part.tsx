import type { KubeObject } from "../../apimachinery/meta.ts";
import { textAt } from "../../diagnosis/fields.ts";
import type { HitsCursor, PolicyHit } from "../../client/policies.ts";
import { listItems, pageAgent, sendJson } from "../data/send.ts";
import { useAnswer } from "../data/use-answer.ts";
import { formatCount, plural } from "../data/words.ts";
import { workbenchAddress } from "../kube/resource.ts";
import { usePage, type Page } from "../state/page.ts";
import { useWritesTo } from "../state/writes.ts";
import { useAddresses } from "./object-links.ts";
import { Part } from "./part.tsx";

/** How many parts of the search are done before it is left to the workbench. */
const mostParts = 8;
const mostShown = 12;

interface Found {
  readonly hits: readonly PolicyHit[];
  readonly checked: number;
  readonly isWhole: boolean;
}

const bindingsOf = (resource: string): string | undefined =>
  ({
    validatingadmissionpolicies: "validatingadmissionpolicybindings",
    mutatingadmissionpolicies: "mutatingadmissionpolicybindings",
  })[resource];

async function readBindings(page: Page, resource: string, name: string): Promise<readonly KubeObject[]> {
  const bindings = bindingsOf(resource);
  if (bindings === undefined) return [];
  const target = `/apis/admissionregistration.k8s.io/v1/${bindings}`;
  const list = await sendJson(page.handle, pageAgent, { method: "GET", target }).catch(() => undefined);
  const items = listItems(list);
  return items.filter((item) => textAt(item, "spec.policyName") === name);
}

async function search(page: Page, policy: KubeObject, resource: string, signal: AbortSignal): Promise<Found> {
  const bindings = await readBindings(page, resource, policy.metadata.name ?? "");
  const written = { policy, bindings, objects: [] };
  let found: Found = { hits: [], checked: 0, isWhole: false };
  let from: HitsCursor | undefined;
  for (let part = 0; part < mostParts && !signal.aborted; part += 1) {
    const next = await page.inspect.policyHits(written, "objects", from);
    from = next.next;
    found = { hits: [...found.hits, ...next.hits], checked: found.checked + next.checked, isWhole: from === undefined };
    if (from === undefined) break;
  }
  return found;
}

/** The objects that a policy would stop, change or warn about if they were written now. */
export function PolicyHitsPart({
  policy,
  resource,
  stamp,
}: {
  readonly policy: KubeObject;
  readonly resource: string;
  readonly stamp: string;
}) {
  const page = usePage();
  const addresses = useAddresses();
  const bindings = bindingsOf(resource);
  const writes = useWritesTo(bindings === undefined ? [] : [`admissionregistration.k8s.io/${bindings}`]);
  const { value, refused } = useAnswer(`${stamp} ${writes}`, (signal) => search(page, policy, resource, signal));
  const path = { group: "admissionregistration.k8s.io", version: "v1", resource, name: policy.metadata.name };
  const bench = workbenchAddress(path);
  return (
    <Part
      title="What it hits"
      note={value === undefined ? "" : formatCount(value.hits.length)}
      end={
        bench === undefined ? undefined : (
          <a className="small" href={bench}>
            in the workbench
          </a>
        )
      }
    >
      {refused !== undefined ? <p className="quiet small">{refused.message}</p> : null}
      {value === undefined ? null : (
        <>
          <p className="quiet small">
            {value.hits.length === 0 ? "None of the objects would be stopped or changed" : "If they were written now"}:{" "}
            {plural(value.checked, "object")} evaluated{value.isWhole ? "" : ", the others in the workbench"}.
          </p>
          <ul className="kp-object-lines">
            {value.hits.slice(0, mostShown).map(({ apiVersion, kind, namespace, name, outcome, message }) => {
              const group = apiVersion.includes("/") ? (apiVersion.split("/", 1)[0] ?? "") : "";
              const address = addresses({ group, kind, namespace, name });
              return (
                <li key={`${kind} ${namespace}/${name}`} className="kp-object-line">
                  <span className="quiet small">{kind}</span>
                  {address === undefined ? name : <a href={address}>{name}</a>}
                  <strong className="small">{outcome}</strong>
                  <span className="quiet small clip" title={message}>
                    {message}
                  </span>
                </li>
              );
            })}
          </ul>
          {value.hits.length > mostShown ? (
            <p className="quiet small">And {formatCount(value.hits.length - mostShown)} more.</p>
          ) : null}
        </>
      )}
    </Part>
  );
}
