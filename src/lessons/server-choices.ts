import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import type { Lesson } from "./lesson.ts";

/** What a lesson's server is started with, by the names of `createTestServer`'s options. */
export interface LessonServerChoices {
  readonly featureGates: FeatureSettings;
  readonly runtimeConfig?: string;
  readonly emulatedVersion?: string;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  readonly controllers: boolean | readonly string[];
  readonly world?: { readonly speed: number };
  readonly tokenAuthFile?: string;
}

/** Returns the options of the server of a lesson. */
export const serverChoices = ({ server }: Pick<Lesson, "server">): LessonServerChoices => ({
  featureGates: server.featureGates,
  enableAdmissionPlugins: server.enableAdmissionPlugins,
  disableAdmissionPlugins: server.disableAdmissionPlugins,
  controllers: server.controllers,
  ...(server.speed !== 1 && { world: { speed: server.speed } }),
  ...(server.runtimeConfig !== "" && { runtimeConfig: server.runtimeConfig }),
  ...(server.release !== "" && { emulatedVersion: server.release }),
  ...(server.tokens !== "" && { tokenAuthFile: server.tokens }),
});
