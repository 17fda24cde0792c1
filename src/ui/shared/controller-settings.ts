import type { ChosenSettings, SettingsReport, SettingsView } from "../../client/settings.ts";

/** Which controllers run: all, those that the API server depends on, or others. */
export type ControllerSet = "all" | "own" | "others";

/** Returns which controllers run with settings. */
export function controllerSet({ controllers }: Pick<SettingsView, "controllers">): ControllerSet {
  if (controllers.every(({ enabled }) => enabled)) return "all";
  return controllers.every(({ enabled, isOwn }) => enabled === isOwn) ? "own" : "others";
}

/** Chooses all controllers, or those that the API server depends on. */
export function withControllers(
  chosen: ChosenSettings,
  set: Exclude<ControllerSet, "others">,
  { controllers, defaults }: Pick<SettingsReport, "controllers" | "defaults">,
): ChosenSettings {
  const { controllers: _, ...others } = chosen;
  if (set === "all") return { ...others, controllers: ["*"] };
  if (defaults.controllers === undefined) return others;
  return { ...others, controllers: controllers.filter(({ isOwn }) => isOwn).map(({ name }) => name) };
}
