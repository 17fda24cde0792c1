import { managersOf } from "../../../client/managed-fields.ts";
import { isKubeObject, pageAgent, sendJson } from "../../data/send.ts";
import { printYaml } from "../../data/yaml.ts";
import { extractManifest } from "../../kube/extract-manifest.ts";
import { mostActors, benchOfParameters, type Actor, type Bench } from "./bench.ts";
import type { Page } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { tellError } from "../../state/tell-error.ts";
import { benches } from "./store.ts";

/**
 * Loads what an address contains onto the bench: manifests, or an object with its appliers. A link may come from
 * anybody, so nothing of it is sent until the user asks for it. The user can get the previous bench back.
 */
export async function openLink(page: Page, parameters: Readonly<Record<string, string>>): Promise<void> {
  try {
    const target = parameters["o"];
    const wanted = target === undefined ? benchOfParameters(parameters) : await benchOfObject(page, target);
    if (wanted !== undefined) replaceBench(page, wanted);
  } catch (error) {
    tellError(page, error);
  }
  navigate("#/apply", true);
}

function replaceBench(page: Page, wanted: Bench): void {
  const { bench, change } = benches.of(page).getState();
  const actors = wanted.actors.map((actor) => ({ ...actor, id: page.newId() }));
  // An embed has no bench of the reader, and its server has only what its page brought.
  if (page.embed !== undefined) return change(() => ({ actors }));
  change(() => ({ actors, linked: true }));
  page.toasts.add({
    description: "The bench now shows the content of the link.",
    timeout: 30_000,
    actionProps: { children: "Restore mine", onClick: () => change(() => bench) },
  });
}

/**
 * Creates one actor for each applier of an object, with the fields that it owns, and a new actor if there are fewer
 * than two appliers.
 */
async function benchOfObject(page: Page, target: string): Promise<Bench | undefined> {
  const object = await sendJson(page.handle, pageAgent, { method: "GET", target });
  if (!isKubeObject(object)) return undefined;
  const appliers = managersOf(object)
    .filter(({ operation, subresource }) => operation === "Apply" && subresource === "")
    .slice(0, mostActors - 1);
  const actors = await Promise.all(
    appliers.map(async (manager, i): Promise<Actor> => ({
      id: "",
      tone: i + 1,
      manager: manager.name,
      text: await printYaml(extractManifest(object, manager)),
    })),
  );
  const fresh: Actor = {
    id: "",
    tone: actors.length + 1,
    manager: "me",
    text: await printYaml(extractManifest(object, undefined)),
  };
  return { actors: actors.length < 2 ? [...actors, fresh] : actors };
}
