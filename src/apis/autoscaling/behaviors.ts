import type { KubeObject } from "../../apimachinery/meta.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { horizontalPodAutoscalerTable } from "./columns.ts";
import { withoutAnnotations } from "./conversion.ts";
import {
  autoscalerStatusStrategy,
  autoscalerStrategy,
  autoscalerV1Defaults,
  autoscalerV2Defaults,
} from "./horizontal-pod-autoscaler.ts";

const fillV2 = defaulter(autoscalerV2Defaults);

/** Fills in defaults and drops the annotations of autoscaling/v1, which v2 does not have (its conversion upstream). */
function defaultV2(object: KubeObject): KubeObject {
  const filled = fillV2(object);
  const metadata = withoutAnnotations(filled.metadata);
  return metadata === filled.metadata ? filled : { ...filled, metadata };
}

/** The behaviors of autoscaling. */
export const autoscalingBehaviors: GroupBehaviors = {
  horizontalpodautoscalers: (version) => ({
    strategy: autoscalerStrategy,
    default: version === "v1" ? defaulter(autoscalerV1Defaults) : defaultV2,
    table: horizontalPodAutoscalerTable(version),
    subresourceBehaviors: { status: { strategy: autoscalerStatusStrategy } },
  }),
};
