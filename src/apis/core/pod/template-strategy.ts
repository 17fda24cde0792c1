import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Strategy } from "../../../apiserver/registry/strategy.ts";
import { controllerNameWarning, labelNameWarnings, templateWarnings } from "./warnings.ts";

/** The path of the template in most kinds that have one. */
const specTemplate = ["spec", "template"];

/** Returns the warnings of a kind with a template: on create, and on updates of its spec. */
export const templateWarningsAt = (
  path: readonly string[] = specTemplate,
  more: (object: KubeObject) => readonly string[] = () => [],
): Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate"> => ({
  warningsOnCreate: (object) => [...more(object), ...templateWarnings(object, path)],
  warningsOnUpdate: (object, old) =>
    object.metadata.generation === old.metadata.generation ? [] : templateWarnings(object, path, old),
});

/** The warnings of a controller, whose name becomes part of the names of its pods. */
export const controllerWarnings = (
  path: readonly string[] = specTemplate,
): Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate"> =>
  templateWarningsAt(path, (object) => labelNameWarnings(controllerNameWarning, object));
