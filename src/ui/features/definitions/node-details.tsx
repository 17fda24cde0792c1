import { useMemo } from "react";
import type { RuleEstimate } from "../../../client/definitions.ts";
import { formatCost } from "../../cel/cost-words.ts";
import { Badge, Note } from "../../design/feedback.tsx";
import { ShareBar } from "../../shared/share-bar.tsx";
import { BoundAdvice } from "./bound-advice.tsx";
import { LabLink } from "./lab-link.tsx";
import { RuleCode } from "../../cel/rule-code.tsx";
import { ruleValues } from "./model/rule-values.ts";
import {
  rulesAt,
  typeWords,
  type PlacedRule,
  type RuleText,
  type SchemaChild,
  type SchemaNode,
} from "./model/schema-node.ts";
import { factsOf } from "./model/schema-words.ts";

interface NodeDetailsProps {
  readonly node: SchemaChild;
  readonly title: string;
  readonly rules: readonly RuleEstimate[] | undefined;
  /** The schema of the whole resource. */
  readonly schema: SchemaNode;
  readonly path: readonly string[];
  /** Returns a valid example object to evaluate rules on. */
  readonly example: () => unknown;
}

/** Describes a schema node in full. */
export function NodeDetails({ node: { schema, required }, title, rules, ...place }: NodeDetailsProps) {
  const texts = rulesAt(place.schema, place.path);
  const description = schema["description"];
  return (
    <section className="column fill scroll pad kp-schema-node" aria-label={`Details of ${title}`} tabIndex={0}>
      <header className="row wrap">
        <h3>
          <code>{title}</code>
        </h3>
        <Badge>{typeWords(schema)}</Badge>
        {required ? <Badge tone="accent">required</Badge> : null}
      </header>
      {typeof description === "string" ? <p className="kp-schema-node-words">{description}</p> : null}
      <dl className="kp-facts">
        {schema["default"] === undefined ? null : (
          <div>
            <dt>default</dt>
            <dd>
              <code>{JSON.stringify(schema["default"])}</code>
            </dd>
          </div>
        )}
        {factsOf(schema).map(([name, words]) => (
          <div key={name + words}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {texts.length === 0 ? null : (
        <ol className="kp-rules" aria-label="Rules">
          {texts.map((rule, i) => (
            <li key={i}>
              <RuleCard
                {...place}
                rule={rule}
                estimate={rules?.find(({ index, within }) => index === rule.index && within === rule.within)}
                number={i + 1}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface RuleCardProps extends Pick<NodeDetailsProps, "schema" | "path" | "example"> {
  readonly rule: PlacedRule;
  readonly estimate: RuleEstimate | undefined;
  readonly number: number;
}

function RuleCard({ schema, path, example, rule: { text, within }, estimate, number }: RuleCardProps) {
  const self = useMemo(() => ruleValues(schema, path, { object: example() })?.self, [schema, path, example]);
  return (
    <article className="kp-rule" aria-label={`Rule ${number}`}>
      <RuleCode text={text.rule} />
      {text.message === undefined ? null : <p>Says: {text.message}</p>}
      {text.messageExpression === undefined ? null : (
        <p>
          Message <code>{text.messageExpression}</code> makes.
        </p>
      )}
      <p className="quiet small">{ruleFacts(text, within).join(" ")}</p>
      {estimate?.error === undefined ? null : (
        <Note tone="error">
          <span className="kp-problem-words">{estimate.error}</span>
        </Note>
      )}
      {estimate === undefined || estimate.error !== undefined ? null : <Estimate estimate={estimate} />}
      {estimate !== undefined && estimate.error === undefined && estimate.isLimited && estimate.shareOfRuleLimit > 1 ? (
        <BoundAdvice schema={schema} rule={estimate} />
      ) : null}
      <LabLink schema={schema} path={path} text={text} self={self} />
    </article>
  );
}

function ruleFacts(
  { rule, reason, fieldPath, optionalOldSelf }: RuleText,
  within: string | undefined,
): readonly string[] {
  const changes = /\boldSelf\b/.test(rule);
  return [
    ...(within === undefined
      ? []
      : [`It is inside ${within}, where rules are not allowed, so the server rejects the definition.`]),
    ...(changes
      ? [
          optionalOldSelf
            ? "It has access to the old value, if there is one."
            : "It runs only on updates, when there is an old value.",
        ]
      : []),
    ...(reason === undefined ? [] : [`Its reason is ${reason}.`]),
    ...(fieldPath === undefined ? [] : [`Its errors are at ${fieldPath}.`]),
  ];
}

/** Shows a rule's estimated cost as a bar, in numbers and as text. */
function Estimate({
  estimate: { cost, cardinality, isBounded, total, messageCost, shareOfRuleLimit, shareOfSchemaLimit, isLimited },
}: {
  readonly estimate: RuleEstimate;
}) {
  const isRefused = isLimited && shareOfRuleLimit > 1;
  const times =
    cardinality === 1
      ? "once on an object"
      : `up to ${formatCost(cardinality)} times on an object${isBounded ? "" : " (no bound is set: limited only by the size of a request)"}`;
  return (
    <div className="kp-estimate">
      <ShareBar share={shareOfRuleLimit} of="the limit for one rule" />
      {isLimited ? <ShareBar share={shareOfSchemaLimit} of="the limit for all rules" /> : null}
      <p className="small">
        Estimated at {formatCost(cost)} each time, {times}: {formatCost(total)} in all.
        {messageCost === 0 ? "" : ` Its message adds ${formatCost(messageCost)}.`}
        {isRefused
          ? " This is over the limit, so the server rejects it. Set maxItems, maxLength or maxProperties on the fields that it uses."
          : ""}
      </p>
    </div>
  );
}
