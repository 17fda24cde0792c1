import type { ChosenSettings } from "../../client/settings.ts";
import type { Begun } from "./kept-settings.ts";
import type { NewWorld, ServerSettings } from "./worker-messages.ts";

/** Which controllers run on a storage. What is not decided yet depends on whether the storage is new. */
export interface ControllerChoice {
  /** The list of `--controllers`, or undefined for those that the API server depends on. */
  of(isNew: boolean): readonly string[] | undefined;
  /** What the storage has begun with from now on; undefined if its settings say nothing about new worlds. */
  begun(isNew: boolean): Begun | undefined;
  /** What a new storage begins with, where that is not decided yet. */
  readonly newWorld: NewWorld | undefined;
  /** How many simulated nodes a world of the page begins with, also when it is reset. */
  readonly simulatedNodes: number;
}

const nobody: Begun = {};

/**
 * Chooses the controllers of a server: those that were chosen, those that its storage began with, or those that the
 * server was opened with. `begun` is undefined until a server was started on the storage.
 */
export function controllersFor(
  { controllers = true, newWorld }: Pick<ServerSettings, "controllers" | "newWorld">,
  chosen: Pick<ChosenSettings, "controllers">,
  begun: Begun | undefined,
): ControllerChoice {
  const undecided = begun === undefined ? newWorld : undefined;
  const begunOf = (isNew: boolean): Begun =>
    begun ?? (isNew && undecided !== undefined ? { controllers: undecided.controllers } : nobody);
  const opened = typeof controllers === "boolean" ? (controllers ? undefined : []) : controllers;
  return {
    newWorld: undecided,
    simulatedNodes: newWorld?.simulatedNodes ?? 0,
    of: (isNew) => chosen.controllers ?? begunOf(isNew).controllers ?? opened,
    begun: (isNew) => (newWorld === undefined ? begun : begunOf(isNew)),
  };
}
