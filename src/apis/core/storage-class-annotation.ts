import { fieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The annotation that named the class of volumes and claims before they had a member for it. */
export const storageClassAnnotation = "volume.beta.kubernetes.io/storage-class";

/** The path of the annotations of an object. */
export const annotationsPath = fieldPath("metadata", "annotations");

const none: readonly string[] = [];

/** Returns the warning for an annotation that a member has replaced, if it is there. */
export const annotationWarnings = (
  { metadata: { annotations } }: KubeObject,
  annotation: string,
  since: string,
  member: string,
): readonly string[] =>
  annotations?.[annotation] === undefined
    ? none
    : [`${annotationsPath.key(annotation).toString()}: deprecated since ${since}; use "${member}" attribute instead`];

/** Returns the warning for the annotation of a class, if it is there. */
export const storageClassWarnings = (object: KubeObject): readonly string[] =>
  annotationWarnings(object, storageClassAnnotation, "v1.8", "storageClassName");
