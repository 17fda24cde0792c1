import { policyExamples } from "../../../scenarios/policies/policy-examples.ts";
import { plural } from "../../data/words.ts";
import { LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { DraftList } from "../../workbench/draft-list.tsx";
import { draftAddress, freePlace } from "../../workbench/draft-names.ts";
import { FileDrop } from "../../workbench/file-drop.tsx";
import { BenchHome, Gallery, ServerList } from "../../workbench/home.tsx";
import { useFileValidation, ValidateButton, ValidatedFilesList } from "../../workbench/validated-files.tsx";
import { policyDrafts } from "./policy-store.ts";
import { isInEffect, policiesOf, serverPolicies, type ServerPolicy } from "./server-policies.ts";

const words =
  "An admission policy decides by CEL expressions what may be written, or changes it on the way. Draft one here: see " +
  "what it would do with your fixtures, with every live object and with the requests of the log, before you bind it.";

const cards = policyExamples.map(({ id, title, words: about, fixtures }) => ({
  href: `#/policies/example/${id}`,
  title: <strong>{title}</strong>,
  words: about,
  small: plural(fixtures.length, "fixture"),
}));

/** The start: a draft of one's own, the examples, and the policies of the server. */
export function PoliciesHome() {
  const objects = serverPolicies.use((state) => state.objects);
  const trouble = serverPolicies.use(({ troubles }) => Object.values(troubles).find((one) => one !== undefined));
  const texts = policyDrafts.use((state) => state.drafts);
  const forget = policyDrafts.use((state) => state.forget);
  const validation = useFileValidation();
  const actions = (
    <>
      <LinkButton tone="primary" icon="edit" href={draftAddress("#/policies", freePlace(texts))}>
        Write or paste a policy
      </LinkButton>
      <ValidateButton validation={validation} />
      <span className="quiet small">policies with manifests, or drop them here</span>
    </>
  );
  const gallery = <Gallery title="What people write first" cards={cards} />;
  return (
    <FileDrop words="Drop files to validate them" onFiles={validation.validate}>
      <BenchHome
        title="Policies"
        words={words}
        actions={actions}
        result={<ValidatedFilesList validation={validation} />}
        gallery={gallery}
      >
        <DraftList home="#/policies" texts={texts} onDelete={forget} />
        <ServerList title="On the server" rows={policiesOf({ objects }).map(rowOf)} trouble={trouble}>
          None yet. Bind an example, or your own.
        </ServerList>
      </BenchHome>
    </FileDrop>
  );
}

const rowOf = (policy: ServerPolicy) => ({
  href: `#/policies/installed/${policy.kind}/${encodeURIComponent(policy.name)}`,
  row: (
    <>
      <strong className="clip">{policy.name}</strong>
      <span className="quiet clip">{policy.kind}</span>
      {isInEffect(policy) ? <Badge tone="added">in effect</Badge> : <Badge tone="warning">not bound</Badge>}
    </>
  ),
});
