import { fixtureOf, type DeclarativeExample } from "../../../scenarios/declarative/declarative-example.ts";
import { declarativeExamples } from "../../../scenarios/declarative/declarative-examples.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { printYaml } from "../../data/yaml.ts";
import { Skeleton } from "../../design/feedback.tsx";
import type { Route } from "../../state/route.ts";
import { ownPlace } from "../../workbench/draft-names.ts";
import { NotThere } from "../../workbench/workbench.tsx";
import { DeclarativeHome } from "./declarative-home.tsx";
import { DeclarativeWorkbench, type LabSource } from "./workbench.tsx";
import "./declarative.css";

const ownTypes = `package v1

type Example struct {
	// +k8s:required
	Name string \`json:"name"\`

	// +k8s:optional
	// +k8s:minimum=1
	Replicas *int32 \`json:"replicas"\`
}
`;

const ownFixtures = `- name: no replicas
  operation: create
  object: {name: a, replicas: 0}
- name: the name is taken away
  operation: update
  oldObject: {name: a}
  object: {}
`;

const own: Omit<LabSource, "place"> = {
  title: "Types of your own",
  source: ownTypes,
  fixtures: ownFixtures,
  release: "1.34",
};

/**
 * The lab of declarative validation. Addresses: `#/declarative`, `.../own`, `.../own/NUMBER`, `.../tag/ID` and
 * `.../documented/ID`.
 */
export function DeclarativeView({ route }: { readonly route: Route }) {
  const [, where, id = ""] = route.parts;
  if (where === undefined) return <DeclarativeHome />;
  if (where === "own") {
    const place = ownPlace(id);
    return <DeclarativeWorkbench key={place} from={{ ...own, place }} route={route} />;
  }
  const example = declarativeExamples.find((one) => one.id === id);
  const isKnown = example !== undefined && (where === "tag" || (where === "documented" && example.documented));
  if (!isKnown)
    return (
      <NotThere
        icon="definitions"
        title={`There is no lesson ${id}`}
        home={{ label: "All tags", href: "#/declarative" }}
      >
        Choose a tag of the documentation, or write types of your own.
      </NotThere>
    );
  return <FromExample key={`${where}/${id}`} example={example} isDocumented={where === "documented"} route={route} />;
}

function FromExample({
  example,
  isDocumented,
  route,
}: {
  readonly example: DeclarativeExample;
  readonly isDocumented: boolean;
  readonly route: Route;
}) {
  const { id, release, statement, differs, documented, type, source, fixtures: list } = example;
  const fixtures = useLatestAnswer(() => printYaml(list.map(fixtureOf)), [list]);
  if (fixtures === undefined) return <Skeleton lines={12} />;
  const from: LabSource = {
    place: `${isDocumented ? "documented" : "tag"}/${id}`,
    title: `+k8s:${id}`,
    source: isDocumented ? (documented?.source ?? source) : source,
    fixtures: isDocumented ? "[]\n" : fixtures,
    release,
    type,
    words: { statement, differs },
    links:
      documented === undefined
        ? []
        : isDocumented
          ? [{ label: "As it works", href: `#/declarative/tag/${id}` }]
          : [{ label: "As documented", href: `#/declarative/documented/${id}` }],
  };
  return <DeclarativeWorkbench from={from} route={route} />;
}
