import { serverSteps } from "../../../client/races.ts";
import type { AssistItem, EditorAssist } from "../../../assist/editor-assist.ts";

// oxfmt-ignore
const members: readonly (readonly [label: string, words: string])[] = [
  ["name", "What the race is called."],
  ["about", "What it shows."],
  ["objects", "What each run begins with."],
  ["revision", "The revision of this world that each run goes on from."],
  ["setup", "What is done after the objects are there, before actors begin."],
  ["steps", `The steps at which actors take turns: ${serverSteps.join(", ")}.`],
  ["actors", "Two to four actors by their names, each with its lines: requests, or command lines that begin with kubectl."],
  ["method", "The method of a request; GET by default."],
  ["path", "The path and query of a request. {resourceVersion} is that of the last answer."],
  ["body", "The body of a request."],
  ["edit", "A merge patch that makes the body of what the actor was last answered."],
  ["type", "The Content-Type; JSON by default."],
  ["headers", "Headers of a request."],
  ["when", "Sends the request only after an answer with this status, or after a success: ok."],
  ["if", "Sends the request only if the last answer has these values; null is of what is not set."],
  ["again", "The status with which the actor begins anew."],
];

const items = members.map(([label, documentation]): AssistItem => ({
  label,
  kind: "field",
  detail: "",
  documentation,
  insert: `${label}: `,
}));

/** Completes the members of a race, and tells what they mean. What is wrong is said of the whole text. */
export const raceAssist: EditorAssist = {
  async complete(text, _language, offset) {
    const begun = /(?:^|[\s{,-])([a-z]*)$/i.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[1];
    return begun === undefined ? undefined : { items, start: offset - begun.length, end: offset };
  },
  async hover(text, _language, offset) {
    const start = text.slice(0, offset).search(/(?<![a-z])[a-z]*$/i);
    const word = /^[a-z]+(?=:)/i.exec(text.slice(start))?.[0];
    const known = members.find(([label]) => label === word);
    if (known === undefined) return undefined;
    return { start, end: start + known[0].length, title: known[0], words: [known[1]] };
  },
  check: async () => [],
};
