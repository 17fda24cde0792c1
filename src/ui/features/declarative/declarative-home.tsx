import { declarativeExamples } from "../../../scenarios/declarative/declarative-examples.ts";
import { LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { DraftList } from "../../workbench/draft-list.tsx";
import { draftAddress, freePlace, nameOfTypes } from "../../workbench/draft-names.ts";
import { BenchHome, Gallery } from "../../workbench/home.tsx";
import { labDrafts } from "./lab-store.ts";

const words = (
  <>
    Kubernetes writes rules beside Go types, as tags such as <code>+k8s:minimum=0</code>, from which its generator makes
    validators. Write types here: see what the generator says, which objects it refuses, and the same rules as a
    definition with CEL.
  </>
);

const cards = declarativeExamples.map(({ id, statement, release, documented }) => ({
  href: `#/declarative/tag/${id}`,
  title: (
    <span className="row wrap">
      <strong>
        <code>+k8s:{id}</code>
      </strong>
      {release === "1.35" ? <Badge>generator of v1.35</Badge> : null}
    </span>
  ),
  words: statement,
  aside:
    documented === undefined ? null : (
      <a className="small kp-home-aside" href={`#/declarative/documented/${id}`}>
        {id} as the documentation writes it
      </a>
    ),
}));

/** The start: types of one's own, the drafts, and a lesson for each tag. */
export function DeclarativeHome() {
  const drafts = labDrafts.use((state) => state.drafts);
  const forget = labDrafts.use((state) => state.forget);
  const texts = Object.fromEntries(
    Object.entries(drafts).map(([place, { source, fixtures }]) => [place, source ?? fixtures ?? ""]),
  );
  const write = (
    <LinkButton tone="primary" icon="edit" href={draftAddress("#/declarative", freePlace(drafts))}>
      Write types
    </LinkButton>
  );
  const gallery = <Gallery title="The tags of the documentation" cards={cards} />;
  return (
    <BenchHome title="Declarative validation" words={words} actions={write} gallery={gallery}>
      <DraftList home="#/declarative" texts={texts} nameIn={nameOfTypes} onDelete={forget} />
    </BenchHome>
  );
}
