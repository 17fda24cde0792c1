import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Diagnosis, ObjectId } from "../../diagnosis/diagnosis.ts";
import { evidenceWords, idWords } from "../../diagnosis/evidence-words.ts";
import { summarize } from "../../diagnosis/summarize.ts";
import { Breakable } from "../texts/breakable.tsx";
import { addressOfEvidence, useAddresses, type AddressOfId } from "./object-links.ts";
import { evidenceOf, sentenceParts } from "./sentence-parts.ts";
import { readyWords, StateMark } from "./state-mark.tsx";

/** How many objects down the causes are shown. */
const deepest = 3;

/** The state of an object and its cause in one sentence, with what it was concluded from. */
export function DiagnosisView({
  object,
  diagnosis,
}: {
  readonly object: KubeObject;
  readonly diagnosis: Diagnosis | undefined;
}) {
  const addresses = useAddresses();
  const found = summarize(object);
  const level = diagnosis?.level ?? found.level;
  return (
    <section className="kp-diagnosis" data-level={level} aria-label="State" aria-busy={diagnosis === undefined}>
      {diagnosis === undefined ? (
        <p className="kp-diagnosis-sentence">{summaryWords(found)}</p>
      ) : (
        <>
          <p className="kp-diagnosis-sentence">
            <Sentence diagnosis={diagnosis} addresses={addresses} />
          </p>
          <EvidenceList diagnosis={diagnosis} addresses={addresses} />
          <Causes diagnosis={diagnosis} addresses={addresses} depth={1} />
        </>
      )}
    </section>
  );
}

/** What is said until the cause is found. */
function summaryWords(found: ReturnType<typeof summarize>): string {
  const words = found.reason || readyWords(found);
  return [found.state || "Exists", words].filter((text) => text !== "").join(": ");
}

interface DiagnosisProps {
  readonly diagnosis: Diagnosis;
  readonly addresses: AddressOfId;
}

/** The sentence of a diagnosis; without its state where a mark before it shows that. */
function Sentence({ diagnosis, addresses, isMarked }: DiagnosisProps & { readonly isMarked?: true }) {
  const { sentence, state } = diagnosis;
  const told = isMarked && sentence.startsWith(`${state}: `) ? sentence.slice(state.length + 2) : sentence;
  return sentenceParts(told, evidenceOf(diagnosis)).map(({ text, evidence }, i) => {
    const address = evidence && addressOfEvidence(evidence, addresses);
    if (evidence === undefined || address === undefined) return text;
    return (
      <a key={i} href={address} title={evidenceWords(evidence) || undefined}>
        {text}
      </a>
    );
  });
}

/** What the sentence was concluded from, each with its object where that is another one. */
function EvidenceList({ diagnosis: { object, evidence }, addresses }: DiagnosisProps) {
  if (evidence.length === 0) return null;
  const within = (id: ObjectId): string => idWords(id.namespace === object.namespace ? { ...id, namespace: "" } : id);
  const own = within(object);
  return (
    <ul className="kp-evidence small">
      {evidence.map((each, i) => {
        const address = addressOfEvidence(each, addresses);
        const about = each.kind === "status" ? own : within(each.object);
        const words = evidenceWords(each) || about;
        return (
          <li key={i} title={words}>
            {about === own || about === words ? null : <span className="quiet">{about}: </span>}
            {address === undefined ? (
              <Breakable path={words} />
            ) : (
              <a href={address}>
                <Breakable path={words} />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The states of other objects that this one comes from. */
function Causes({ diagnosis: { object, causes }, addresses, depth }: DiagnosisProps & { readonly depth: number }) {
  if (causes.length === 0 || depth > deepest) return null;
  return (
    <ul className="kp-causes">
      {causes.map((cause) => {
        const address = addresses(cause.object);
        const words = idWords(
          cause.object.namespace === object.namespace ? { ...cause.object, namespace: "" } : cause.object,
        );
        return (
          <li key={words}>
            <p>
              <span className="quiet">because of </span>
              {address === undefined ? words : <a href={address}>{words}</a>}{" "}
              <StateMark state={cause.state} level={cause.level} />
            </p>
            {cause.sentence === cause.state ? null : (
              <p>
                <Sentence diagnosis={cause} addresses={addresses} isMarked />
              </p>
            )}
            <EvidenceList diagnosis={cause} addresses={addresses} />
            <Causes diagnosis={cause} addresses={addresses} depth={depth + 1} />
          </li>
        );
      })}
    </ul>
  );
}
