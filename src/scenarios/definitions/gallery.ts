import { autoscalerLesson } from "./autoscaler.ts";
import { certificateLesson } from "./certificate.ts";
import type { DefinitionLesson } from "./definition-lesson.ts";
import { gatewayRouteLesson } from "./gateway-route.ts";
import { postgresClusterLesson } from "./postgres-cluster.ts";

/** The CustomResourceDefinitions of the gallery. */
export const definitionGallery: readonly DefinitionLesson[] = [
  autoscalerLesson,
  certificateLesson,
  postgresClusterLesson,
  gatewayRouteLesson,
];
