import type { Diagnosis, Evidence } from "../../diagnosis/diagnosis.ts";

/** A part of a sentence, with the evidence behind it if it is a noun that has some. */
export interface SentencePart {
  readonly text: string;
  readonly evidence?: Evidence;
}

/** The nouns that a piece of evidence may stand in a sentence as, the likeliest first. */
function nounsOf(evidence: Evidence): readonly string[] {
  switch (evidence.kind) {
    case "field":
      return [evidence.value];
    case "condition":
      return [evidence.message, evidence.reason, evidence.type];
    case "event":
      return [evidence.message.replace(/\.$/, ""), evidence.reason];
    case "object":
    case "missing":
      return [evidence.object.name];
    case "status":
      return [evidence.reason];
  }
}

/** Before a noun, and after one: `shop:2` is one word, `shop: 2` are two, and a full stop ends the last one. */
const [beginsWord, endsWord] = [/(^|[^\w./:@-])$/, /^([.:]?($|[^\w./:@-])|[^\w./:@-])/] as const;

/** Finds a noun as a whole word in a text; -1 if it is not there. */
function placeOf(text: string, noun: string): number {
  for (let at = text.indexOf(noun); at >= 0; at = text.indexOf(noun, at + 1))
    if (beginsWord.test(text.slice(0, at)) && endsWord.test(text.slice(at + noun.length))) return at;
  return -1;
}

/** What a diagnosis was concluded from, and the objects whose states are its causes. */
export const evidenceOf = ({ evidence, causes }: Diagnosis): readonly Evidence[] => [
  ...causes.map(({ object }): Evidence => ({ kind: "object", object })),
  ...evidence,
];

/** Splits a sentence at the nouns that have evidence. Longer nouns come first; each part has one piece of evidence. */
export function sentenceParts(sentence: string, evidence: readonly Evidence[]): readonly SentencePart[] {
  const nouns = evidence
    .flatMap((each) => nounsOf(each).map((noun) => ({ noun, evidence: each })))
    .filter(({ noun }) => noun.length > 0 && noun.length < sentence.length)
    .toSorted((a, b) => b.noun.length - a.noun.length);
  let parts: readonly SentencePart[] = [{ text: sentence }];
  const used = new Set<Evidence>();
  for (const { noun, evidence: found } of nouns) {
    const index = used.has(found)
      ? -1
      : parts.findIndex((part) => part.evidence === undefined && placeOf(part.text, noun) >= 0);
    const part = parts[index];
    if (part === undefined) continue;
    used.add(found);
    const at = placeOf(part.text, noun);
    const split: readonly SentencePart[] = [
      { text: part.text.slice(0, at) },
      { text: noun, evidence: found },
      { text: part.text.slice(at + noun.length) },
    ];
    parts = [...parts.slice(0, index), ...split.filter(({ text }) => text !== ""), ...parts.slice(index + 1)];
  }
  return parts;
}
