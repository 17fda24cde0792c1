import { useState } from "react";
import { policyExamples } from "../../../scenarios/policies/policy-examples.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { Skeleton } from "../../design/feedback.tsx";
import { asNew } from "../../kube/resource.ts";
import { usePage, type Page } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { textsOf } from "../../texts/texts.ts";
import { ownPlace } from "../../workbench/draft-names.ts";
import { NotThere } from "../../workbench/workbench.tsx";
import { hasBindings } from "./model/policy-text.ts";
import { PoliciesHome } from "./policies-home.tsx";
import { policiesOf, serverPolicies, type ServerPolicy } from "./server-policies.ts";
import { PolicyWorkbench } from "./workbench.tsx";
import "./policies.css";

const noFixtures = [] as const;

/**
 * The policies. Addresses: `#/policies`, `.../own`, `.../own/NUMBER`, `.../example/ID` and `.../installed/KIND/NAME`,
 * each with `?tab=matrix`, `expressions` or `hits`.
 */
export function PoliciesView({ route }: { readonly route: Route }) {
  const [, where, id = "", name = ""] = route.parts;
  switch (where) {
    case "own": {
      const place = ownPlace(id);
      return <PolicyWorkbench key={place} source={{ place, text: "", fixtures: noFixtures }} route={route} />;
    }
    case "example":
      return <FromExample id={id} route={route} />;
    case "installed":
      return <FromServer key={`${id}/${name}`} kind={id} name={name} route={route} />;
    default:
      return <PoliciesHome />;
  }
}

function FromExample({ id, route }: { readonly id: string; readonly route: Route }) {
  const example = policyExamples.find((one) => one.id === id);
  if (example === undefined) return <Nothing title={`There is no example ${id}`} />;
  const { text, fixtures, functions } = example;
  return <PolicyWorkbench key={id} source={{ place: `example/${id}`, text, fixtures, functions }} route={route} />;
}

function FromServer({ kind, name, route }: { readonly kind: string; readonly name: string; readonly route: Route }) {
  const page = usePage();
  const { objects, troubles } = serverPolicies.use((state) => state);
  const found = policiesOf({ objects }).find((one) => one.kind === kind && one.name === name);
  // its text has its bindings, which are listed by a request of their own
  const bindingKind = `${kind}Binding`;
  const isWhole = !hasBindings(kind) || objects[bindingKind] !== undefined || troubles[bindingKind] !== undefined;
  const [first, setFirst] = useState(isWhole ? found : undefined);
  if (first === undefined && found !== undefined && isWhole) setFirst(found);
  const text = useLatestAnswer(() => first && textOfPolicy(page, first), [page, first]);
  if (text !== undefined)
    return (
      <PolicyWorkbench source={{ place: `installed/${kind}/${name}`, text, fixtures: noFixtures }} route={route} />
    );
  return objects[kind] === undefined || found !== undefined ? (
    <Skeleton lines={12} />
  ) : (
    <Nothing title={`${name} is not installed`} />
  );
}

const textOfPolicy = async (page: Page, { policy, bindings }: ServerPolicy): Promise<string> =>
  (await Promise.all([policy, ...bindings].map((object) => textsOf(page).print(asNew(object))))).join("---\n");

const Nothing = ({ title }: { readonly title: string }) => (
  <NotThere icon="policies" title={title} home={{ label: "All policies", href: "#/policies" }}>
    Choose a policy of the server, begin with an example, or paste your own.
  </NotThere>
);
