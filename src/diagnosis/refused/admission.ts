import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Evidence, Remedy } from "../diagnosis.ts";
import { itemsAt, textAt } from "../fields.ts";
import { knownKind } from "../known-kinds.ts";
import { idOf } from "../object-id.ts";
import { refusalOf } from "../rules/refused-create.ts";
import { type Refusal, withWebhook as withWebhookOf } from "../rules/refusing-webhook.ts";
import { firstLine } from "../words.ts";
import { write } from "./mend.ts";
import type { Finding, Refused } from "./refused.ts";

const group = "admissionregistration.k8s.io";

/** Explains that admission refused a request: which policy by which of its expressions, which webhook, which quota. */
export async function byAdmission(refused: Refused): Promise<Finding> {
  const { status, request, at } = refused;
  const refusal = refusalOf(status.message ?? "", at?.namespace ?? "");
  const finding: Finding = {
    situation: `request-refused-${refusal.by}`,
    state: "Refused",
    because: refusal.text,
    evidence: sourceOf(refusal),
  };
  switch (refusal.by) {
    case "by-policy":
      return withExpression(finding, refusal, refused);
    case "by-webhook":
    case "by-failing-webhook":
      return withWebhook(finding, refused);
    case "by-match-condition":
    case "by-webhook-patch": {
      const found = await withWebhookOf(refusal, refused.reading);
      return { ...finding, because: found.text, evidence: sourceOf(found), remedies: lookAt(found) };
    }
    case "without-service-account":
    case "without-priority-class":
    case "without-runtime-class":
      return { ...finding, remedies: await nearOrNone(refusal, refused) };
    case "by-limit-range":
      return ofLimitRange(finding, refused);
    case "by-quota":
    case "by-quota-without-amounts":
    case "by-terminating-namespace":
      return { ...finding, remedies: lookAt(refusal) };
    default:
      return request.body === undefined ? finding : { ...finding, remedies: lookAt(refusal) };
  }
}

/** Where a pod names what is missing. */
const members: Readonly<Record<string, string>> = {
  ServiceAccount: "serviceAccountName",
  PriorityClass: "priorityClassName",
  RuntimeClass: "runtimeClassName",
};

/** The name that is meant in place of a missing one, or none. */
async function nearOrNone({ source }: Refusal, { request, reading }: Refused): Promise<readonly Remedy[]> {
  const path = ["spec", members[source?.kind ?? ""] ?? ""];
  const row = source && knownKind(source.group, source.kind);
  if (source === undefined || row === undefined || textAt(request.body, path.join(".")) === "") return [];
  const place = { group: source.group, resource: row.resource, ...(row.namespaced && { namespace: source.namespace }) };
  const names = (await reading.all(place)).map(({ metadata }) => metadata.name ?? "");
  const near = nearestWord(source.name, names);
  const where = path.join(".");
  return [
    ...(near === undefined ? [] : [write(path, near)]),
    { kind: "edit", words: `Leave out ${where}`, edits: [{ path }] },
  ];
}

/** Says which LimitRange refuses what was sent, where the namespace has one. */
async function ofLimitRange(finding: Finding, { at, reading }: Refused): Promise<Finding> {
  const [range, ...more] = await reading.all({ group: "", resource: "limitranges", namespace: at?.namespace });
  if (range === undefined || more.length > 0) return finding;
  const source = idOf(range);
  return {
    ...finding,
    because: finding.because.replace("a LimitRange of the namespace", `the LimitRange ${source.name}`),
    evidence: [{ kind: "object", object: source }],
    remedies: lookAt({ by: "", text: "", source }),
  };
}

const sourceOf = ({ source, isMissing }: Refusal): readonly Evidence[] =>
  source === undefined ? [] : [{ kind: isMissing === true ? "missing" : "object", object: source }];

const lookAt = ({ source, isMissing }: Refusal): readonly Remedy[] =>
  source === undefined || isMissing === true
    ? []
    : [{ kind: "object", words: `Look at the ${source.kind} ${source.name}`, object: source }];

/** Says by which expression of a policy a request is refused: the one with its message, or the failed one it names. */
async function withExpression(finding: Finding, refusal: Refusal, { reading, status }: Refused): Promise<Finding> {
  const { source } = refusal;
  const policy = source === undefined ? undefined : await reading.get(source);
  if (policy === undefined) return finding;
  const told = (status.message ?? "").replace(/^.* denied request: /s, "");
  const validations = itemsAt(policy, "spec.validations");
  const named = validations.findIndex((validation) => isToldBy(validation, told));
  const i = named < 0 && validations.length === 1 ? 0 : named;
  const remedies = lookAt(refusal);
  if (i < 0) return { ...finding, remedies };
  const expression = textAt(validations[i], "expression");
  return {
    ...finding,
    because: `${finding.because}; its expression ${i + 1} of ${validations.length} has to hold: ${firstLine(expression, 160)}`,
    evidence: [
      ...(finding.evidence ?? []),
      { kind: "field", object: idOf(policy), path: `spec.validations[${i}].expression`, value: expression },
    ],
    remedies,
  };
}

const isToldBy = (validation: unknown, told: string): boolean =>
  textAt(validation, "message") === told || told === `failed expression: ${textAt(validation, "expression").trim()}`;

/** Says in which configuration a webhook is, and what it does when it does not answer. */
async function withWebhook(finding: Finding, { reading, status }: Refused): Promise<Finding> {
  const name = /webhook "([^"]+)"/.exec(status.message ?? "")?.[1] ?? "";
  for (const resource of ["validatingwebhookconfigurations", "mutatingwebhookconfigurations"]) {
    for (const configuration of await reading.all({ group, resource })) {
      const i = itemsAt(configuration, "webhooks").findIndex((webhook) => textAt(webhook, "name") === name);
      if (i >= 0) return configured(finding, configuration, i);
    }
  }
  return finding;
}

function configured(finding: Finding, configuration: KubeObject, i: number): Finding {
  const object = idOf(configuration);
  const policy = textAt(itemsAt(configuration, "webhooks")[i], "failurePolicy") || "Fail";
  const failing = finding.situation.endsWith("by-failing-webhook");
  const effect = failing ? `, whose failurePolicy ${policy} refuses what it matches` : "";
  return {
    ...finding,
    because: `${finding.because} (webhook ${i + 1} of the ${object.kind} ${object.name}${effect})`,
    evidence: [
      { kind: "object", object },
      ...(failing ? ([{ kind: "field", object, path: `webhooks[${i}].failurePolicy`, value: policy }] as const) : []),
    ],
    remedies: [{ kind: "object", words: `Look at the ${object.kind} ${object.name}`, object }],
  };
}
