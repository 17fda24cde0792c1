import { isNotFound } from "../../../apimachinery/errors.ts";
import type { Client } from "../../../client/client.ts";
import { lastChangeAnnotation, slicesResource } from "./service-types.ts";
import { canonical, type EndpointSlice, type SliceMetadata, type SlicePlan } from "./slice-plan.ts";

/** Whether a slice has the labels, annotations and owners that it should have, but for the time of the last change. */
export const hasMetadata =
  ({ labels, annotations, ownerReferences }: SliceMetadata) =>
  ({ metadata }: EndpointSlice): boolean => {
    const { [lastChangeAnnotation]: _time, ...rest } = metadata.annotations ?? {};
    const { [lastChangeAnnotation]: _wantedTime, ...wanted } = annotations;
    return (
      canonical(metadata.labels ?? {}) === canonical(labels) &&
      canonical(rest) === canonical(wanted) &&
      canonical(metadata.ownerReferences ?? []) === canonical(ownerReferences)
    );
  };

/** Whose slices are written, and what they all have. */
export interface SliceOwner {
  readonly name: string;
  readonly namespace: string;
  readonly metadata: SliceMetadata;
  /** Receives every slice that was created. */
  readonly created: (slice: EndpointSlice) => void;
}

/** Writes a plan: creates, then updates, then deletes slices (endpointslice Reconciler.finalize). */
export async function writeSlices(
  client: Client,
  { creates, updates, deletes }: SlicePlan,
  { name, namespace, metadata, created }: SliceOwner,
  signal: AbortSignal,
): Promise<void> {
  const target = { ...slicesResource, namespace };
  for (const slice of creates)
    created(
      await client.create<EndpointSlice>(
        target,
        {
          apiVersion: "discovery.k8s.io/v1",
          kind: "EndpointSlice",
          metadata: { generateName: `${name}-`, namespace, ...metadata },
          ...slice,
        },
        signal,
      ),
    );
  for (const slice of updates)
    await client.update(target, { ...slice, metadata: { ...slice.metadata, ...metadata } }, undefined, signal);
  for (const {
    metadata: { name: sliceName = "" },
  } of deletes) {
    try {
      await client.delete(target, sliceName, undefined, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
