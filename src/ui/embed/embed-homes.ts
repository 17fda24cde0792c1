import { isRecord } from "../../apimachinery/is-record.ts";
import type { EmbedParameters, EmbedSeed } from "../../embed/protocol.ts";
import { parseManifest } from "../data/yaml.ts";
import { addressOf, readTarget, withParameter, workbenchAddress, type TargetParts } from "../kube/resource.ts";
import { applyAddress, consoleAddress, formatRoute, terminalAddress, watchAddress } from "../state/route.ts";

/** What the parameters of embeds of one place mean. */
export interface EmbedHome {
  /**
   * Returns the address that parameters without an address describe. Throws an error with a user-facing message for
   * what none can be read of.
   */
  readonly home: (parameters: EmbedParameters) => string | Promise<string>;
  /**
   * Returns what the memory of the page begins with, where the text of the element is not of objects; undefined where
   * it is.
   */
  readonly entries?: (
    parameters: EmbedParameters,
    text: EmbedSeed | undefined,
  ) => Readonly<Record<string, unknown>> | undefined;
}

/** The watch of a request path. */
const watchHome = ({ target = "/api/v1/namespaces" }: EmbedParameters): string =>
  watchAddress(withParameter(target, "watch", "true"));

/** The terminal with commands that run at once. */
const terminalHome = ({ commands = "" }: EmbedParameters): string => terminalAddress(commands, true);

/** The field owners of an object, or of a new one. */
function applyHome({ target }: EmbedParameters): string {
  if (target === undefined) return "#/apply";
  readPath(target);
  return applyAddress(target);
}

/** A race to begin with by its name, or the text of the body: what it comes to, before the text. */
const raceAddress = ({ target = "lost-update", body }: EmbedParameters): string =>
  body === undefined
    ? formatRoute({ parts: ["races", "example", target], parameters: { tab: "race" } })
    : formatRoute({ parts: ["races", "new"], parameters: { race: body, tab: "race" } });

/** The workbench of a definition or a policy; without one, that of the reader's own. */
const workbenchHome =
  (own: string) =>
  ({ target }: EmbedParameters): string => {
    const address = target === undefined ? own : workbenchAddress(readPath(target));
    if (address === undefined) throw new Error(`"${target}" is the path of no kind that has a workbench.`);
    return address;
  };

/** Reads the path of objects. Throws an error with a user-facing message. */
function readPath(target: string): TargetParts {
  const path = readTarget(target);
  if (path === undefined) throw new Error(`"${target}" is not the API path of an object or of a collection.`);
  return path;
}

/** A request, which is sent at once if it is a GET. */
function requestAddress({ target = "/api/v1/namespaces", method = "GET", body, type }: EmbedParameters): string {
  return consoleAddress({
    method,
    target,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
    send: method === "GET",
  });
}

/** The objects of a request path, or one of them. */
const objectAddress = ({ target }: EmbedParameters): string =>
  target === undefined ? "#/objects" : addressOf(readPath(target));

/**
 * An expression over variables of any type, with their values in YAML as the body; without one, the lab's first
 * example.
 */
async function expressionAddress({ expression, body = "" }: EmbedParameters): Promise<string> {
  if (expression === undefined) return "#/cel/cost";
  const [{ emptyLab }, { labAddress }] = await Promise.all([
    import("../cel/lab-state.ts"),
    import("../cel/share-lab.ts"),
  ]);
  const values: unknown = await parseManifest(body);
  const types = Object.keys(isRecord(values) ? values : {}).map((name) => `${name}: dyn\n`);
  return labAddress({ ...emptyLab, mode: "generic", expression, inputs: { values: body, types: types.join("") } });
}

/** A lesson by its name, `watch`; one of its steps, `watch/3`; or the Markdown that the element has. */
async function lessonAddress({ target = "own" }: EmbedParameters): Promise<string> {
  const [slug = "", step] = target.split("/");
  const { lessonIndex } = await import("virtual:lesson-index");
  if (slug !== "own" && !lessonIndex.some((entry) => entry.slug === slug))
    throw new Error(`There is no lesson "${slug}".`);
  return formatRoute({
    parts: ["lessons", slug, ...(step === undefined ? [] : [step])],
    parameters: step === undefined ? {} : { only: "1" },
  });
}

/** A lesson's embed has no objects: its text is a lesson. */
function ownLesson({ body }: EmbedParameters, text: EmbedSeed | undefined): Readonly<Record<string, unknown>> {
  const markdown = typeof text === "string" ? text.replace(/^\s*\n/, "") : body;
  return markdown === undefined ? {} : { "lesson-draft": markdown };
}

/** The homes of embeds by the ids of their forms. */
export const embedHomes: Readonly<Record<string, EmbedHome>> = {
  world: { home: () => "#/world" },
  request: { home: requestAddress },
  object: { home: objectAddress },
  watch: { home: watchHome },
  terminal: { home: terminalHome },
  apply: { home: applyHome },
  race: { home: raceAddress },
  cel: { home: expressionAddress },
  definition: { home: workbenchHome("#/definitions/own") },
  policy: { home: workbenchHome("#/policies/own") },
  lesson: { home: lessonAddress, entries: ownLesson },
};
