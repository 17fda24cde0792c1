import { fieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The annotation that named the class of volumes and claims before they had a member for it. */
export const storageClassAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The path of the annotations of an object. */
export const annotationsPath = fieldPath("metadata", "annotations");

const none: readonly string[] = [];

/** Returns the warning for the annotation of a class, if it is there. */
export const storageClassWarnings = ({ metadata: { annotations } }: KubeObject): readonly string[] =>
  annotations?.[storageClassAnnotation] === undefined
    ? none
    : [
        `${annotationsPath.key(storageClassAnnotation).toString()}: deprecated since v1.8; use "storageClassName" attribute instead`,
      ];
