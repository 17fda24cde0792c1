import type { KubeObject } from "../../apimachinery/meta.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { defaultClass } from "./default-class.ts";
import type { Listers } from "./listers.ts";

const annotations = ["ingressclass.kubernetes.io/is-default-class"];

/** The annotation that named the class before there was a field for it. */
const classAnnotation = "kubernetes.io/ingress.class";

const hasClass = ({ metadata, spec }: KubeObject): boolean =>
  metadata.annotations?.[classAnnotation] !== undefined || (isRecord(spec) && spec["ingressClassName"] !== undefined);

/** Gives ingresses that name no class the default one (plugin DefaultIngressClass). */
export const createDefaultIngressClass = (classes: Listers): PluginSteps => ({
  admit({ object }) {
    if (object === undefined || hasClass(object)) return undefined;
    const ingressClassName = defaultClass(classes.list("ingressclasses", ""), annotations);
    if (ingressClassName === undefined) return undefined;
    return { ...object, spec: { ...(isRecord(object["spec"]) && object["spec"]), ingressClassName } };
  },
});
