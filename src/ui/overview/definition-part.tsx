import type { KubeObject } from "../../apimachinery/meta.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { itemsAt, textAt } from "../../diagnosis/fields.ts";
import { formatCost, formatPath, formatShare } from "../cel/cost-words.ts";
import { listItems, pageAgent, sendJson } from "../data/send.ts";
import { useAnswer } from "../data/use-answer.ts";
import { formatCount, plural } from "../data/words.ts";
import { addressOf, apiVersionOf, targetOf } from "../kube/resource.ts";
import { usePage } from "../state/page.ts";
import { useWritesTo } from "../state/writes.ts";
import { placeAddress } from "./object-links.ts";
import { Part } from "./part.tsx";
import { ObjectLines, worstFirst } from "./related-part.tsx";

const mostRead = 50;
const mostRules = 12;

/** The version of a definition in which its objects are stored. */
const storedVersion = (definition: KubeObject): string =>
  textAt(
    itemsAt(definition, "spec.versions").find(({ storage }) => storage === true),
    "name",
  );

/** The objects of a definition: how many there are, and the first of them with their states. */
export function DefinedObjectsPart({ definition, stamp }: { readonly definition: KubeObject; readonly stamp: string }) {
  const page = usePage();
  const kind = {
    group: textAt(definition, "spec.group"),
    version: storedVersion(definition),
    resource: textAt(definition, "spec.names.plural"),
  };
  const writes = useWritesTo([`${kind.group}/${kind.resource}`, `${kind.group}/${kind.resource}/status`]);
  const { value } = useAnswer(`${stamp} ${targetOf(kind)} ${writes}`, async (signal) => {
    const target = `${targetOf(kind)}?limit=${mostRead}`;
    const list = await sendJson(page.handle, pageAgent, { method: "GET", target, signal });
    const items = listItems(list);
    const more = isRecord(list) && isRecord(list["metadata"]) ? Number(list["metadata"]["remainingItemCount"] ?? 0) : 0;
    const typeMeta = { apiVersion: apiVersionOf(kind), kind: textAt(definition, "spec.names.kind") };
    return { objects: items.map((item) => ({ ...typeMeta, ...item })), count: items.length + more };
  });
  if (value === undefined) return null;
  return (
    <Part
      title="Its objects"
      note={formatCount(value.count)}
      end={
        <a className="small" href={addressOf(kind)}>
          all of them
        </a>
      }
    >
      {value.count === 0 ? (
        <p className="quiet small">
          There are none yet. <a href={`${addressOf(kind)}?create=1`}>Create one from an example</a>
        </p>
      ) : (
        <ObjectLines objects={worstFirst(value.objects)} />
      )}
    </Part>
  );
}

/** What the rules of a definition cost at most, the most expensive first. */
export function RuleCostsPart({ definition }: { readonly definition: KubeObject }) {
  const page = usePage();
  const { uid = "", generation = 0 } = definition.metadata;
  const version = storedVersion(definition);
  const { value } = useAnswer(`${uid} ${String(generation)}`, () =>
    page.inspect.definitionCosts({ spec: definition["spec"], version }),
  );
  if (value === undefined || value.rules.length === 0) return null;
  const rules = value.rules.toSorted((a, b) => b.shareOfRuleLimit - a.shareOfRuleLimit);
  return (
    <Part
      title="Rules and what they cost"
      note={`${plural(rules.length, "rule")} in ${version}, ${formatShare(value.share)} of the limit of a schema`}
    >
      <ul className="kp-object-lines">
        {rules.slice(0, mostRules).map((rule) => (
          <li key={`${formatPath(rule.path)} ${rule.index}`} className="kp-rule-line">
            <code className="clip" title={rule.rule}>
              {rule.rule}
            </code>
            <span className="quiet small">
              on{" "}
              <a href={placeAddress(addressOf(definitionPath(definition)), schemaPath(definition, rule.path))}>
                {formatPath(rule.path) || "the object"}
              </a>
              : {formatCost(rule.total)} in all, {formatShare(rule.shareOfRuleLimit)} of the limit of a rule
            </span>
          </li>
        ))}
      </ul>
      {rules.length > mostRules ? (
        <p className="quiet small">And {formatCount(rules.length - mostRules)} cheaper ones.</p>
      ) : null}
    </Part>
  );
}

const definitionPath = ({ metadata: { name } }: KubeObject) => ({
  group: "apiextensions.k8s.io",
  version: "v1",
  resource: "customresourcedefinitions",
  name,
});

/** The place of a schema node in a definition. */
function schemaPath(definition: KubeObject, path: readonly string[]): string {
  const version = storedVersion(definition);
  const index = itemsAt(definition, "spec.versions").findIndex(({ name }) => name === version);
  const steps = path.map((step) =>
    step === "[*]" ? ".items" : step === "{*}" ? ".additionalProperties" : `.properties[${step}]`,
  );
  return `spec.versions[${index}].schema.openAPIV3Schema${steps.join("")}`;
}
