import { isRecord } from "../../../apimachinery/is-record.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import type { EvaluatedExpression, PolicyVerdict } from "../../../client/policies.ts";
import { emptyLab } from "../../cel/lab-state.ts";
import { labAddress } from "../../cel/share-lab.ts";
import { Button } from "../../design/button.tsx";
import { groupPath } from "../../../client/resource-path.ts";
import { usePage, type Page } from "../../state/page.ts";
import { formatRoute, navigate } from "../../state/route.ts";
import { textsOf } from "../../texts/texts.ts";
import { celPolicyOf, policyExpressions } from "./model/policy-text.ts";
import type { MatrixColumn } from "./policy-matrix.tsx";
import { find, resourceOf } from "./write-policy.ts";

interface Explained {
  readonly column: MatrixColumn;
  readonly evaluated: EvaluatedExpression;
  readonly verdict: PolicyVerdict;
}

/** Opens an expression in the CEL lab with the values that it was evaluated with. The lab links back. */
export function ExplainButton(explained: Explained) {
  const page = usePage();
  return (
    <Button size="small" icon="external" onClick={() => void openInLab(page, explained)}>
      Explain in the CEL lab
    </Button>
  );
}

async function openInLab(page: Page, { column, evaluated, verdict }: Explained): Promise<void> {
  const known = policyExpressions(column.policy).find(({ place }) => place === evaluated.place);
  const { object, old } = verdict;
  const sample = object ?? old;
  const kind = isRecord(sample)
    ? { apiVersion: textOf(sample["apiVersion"]), kind: textOf(sample["kind"]) }
    : undefined;
  const namespace = namespaceOf(sample);
  const values = {
    object,
    oldObject: old,
    request: verdict.request,
    params: await paramsOf(page, column, namespace),
    namespaceObject: await namespaceObject(page, column, namespace),
  };
  const texts = await Promise.all(
    Object.entries(values).map(
      async ([name, value]) => [name, value === undefined ? "" : await textsOf(page).print(value)] as const,
    ),
  );
  const lab = {
    ...emptyLab,
    mode: "admission" as const,
    expression: evaluated.expression,
    inputs: Object.fromEntries(texts),
    policy: {
      ...celPolicyOf(column.policy, kind, known ?? { variables: 0, patches: false }),
      ...(known?.expects !== undefined && { expects: known.expects }),
    },
    stored: true,
  };
  navigate(await labAddress(lab, formatRoute(page.route.getState())));
}

const metadataOf = (object: unknown): Readonly<Record<string, unknown>> =>
  isRecord(object) && isRecord(object["metadata"]) ? object["metadata"] : {};
const namespaceOf = (object: unknown): string => textOf(metadataOf(object)["namespace"]);

const isNamed = (object: unknown, name: string): boolean => textOf(metadataOf(object)["name"]) === name;

async function namespaceObject(page: Page, { objects }: MatrixColumn, name: string): Promise<unknown> {
  if (name === "") return undefined;
  const own = objects.find((one) => isRecord(one) && one["kind"] === "Namespace" && isNamed(one, name));
  if (own !== undefined) return own;
  const found = await find(page, `/api/v1/namespaces/${encodeURIComponent(name)}`);
  if (found === undefined) return undefined;
  const { managedFields: _fields, ...metadata } = found.metadata;
  return { metadata, spec: found["spec"], status: found["status"] };
}

/** The first parameter that a binding names, or any that is written. */
async function paramsOf(page: Page, { policy, bindings, objects }: MatrixColumn, namespace: string): Promise<unknown> {
  const spec = isRecord(policy) && isRecord(policy["spec"]) ? policy["spec"] : {};
  const { paramKind } = spec;
  if (!isRecord(paramKind)) return undefined;
  const [apiVersion, kind] = [textOf(paramKind["apiVersion"]), textOf(paramKind["kind"])];
  const binding = bindings.find((one) => isRecord(one) && isRecord(one["spec"]) && isRecord(one["spec"]["paramRef"]));
  const ref = isRecord(binding) && isRecord(binding["spec"]) ? binding["spec"]["paramRef"] : undefined;
  const name = isRecord(ref) ? textOf(ref["name"]) : "";
  const own = objects.filter((one) => isRecord(one) && one["apiVersion"] === apiVersion && one["kind"] === kind);
  const written = name === "" ? own[0] : own.find((one) => isNamed(one, name));
  if (written !== undefined || name === "") return written;
  const resource = await resourceOf(page, apiVersion, kind);
  const within = isRecord(ref) ? textOf(ref["namespace"]) || namespace : namespace;
  const scope = resource.namespaced ? `/namespaces/${within}` : "";
  return find(page, `${groupPath(resource)}${scope}/${resource.resource}/${name}`);
}
