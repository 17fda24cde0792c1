import { useCallback, useEffect, useMemo, useRef } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Route } from "../../state/route.ts";
import { drafts } from "./draft-store.ts";
import { installed } from "./installed-store.ts";
import {
  mainVersion,
  readDefinition,
  type WrittenDefinition,
  type WrittenVersionOf,
} from "./model/written-definition.ts";
import type { TextDocument } from "../../../validate/read-documents.ts";
import { useCheck, type Check } from "./use-check.ts";
import { useReading } from "../../texts/use-reading.ts";
import { errorsAmong, useLastReadable } from "../../workbench/text-pane.tsx";

/** A definition on the bench with its derived state. */
export interface Bench {
  readonly place: string;
  readonly documents: readonly TextDocument[];
  readonly document: number;
  /** The value from the last successful parse. */
  readonly manifest: unknown;
  readonly definition: WrittenDefinition | undefined;
  readonly version: WrittenVersionOf | undefined;
  /** The installed definition with the same name. */
  readonly live: KubeObject | undefined;
  readonly check: Check;
  readonly route: Route;
  /** Returns the whole text as it is now. */
  readonly textNow: () => string;
}

/** Parses a draft and checks it with the server. The result is referentially stable until one of its parts changes. */
export function useBench(
  place: string,
  source: string,
  route: Route,
): { readonly bench: Bench; readonly text: string } {
  const draft = drafts.use((state) => state.drafts[place]);
  const text = draft?.text ?? source;
  const reading = useReading(place, text);
  const documents = reading?.documents ?? none;
  const document = chosen(documents, draft?.document);
  const manifest = useLastReadable(documents[document])?.value;
  const definition = useMemo(() => readDefinition(manifest), [manifest]);
  const live = installed.use((state) => (definition === undefined ? undefined : state.objects.get(definition.name)));
  const check = useCheck(place, reading, document, live);
  const version =
    definition && (definition.versions.find(({ name }) => name === route.parameters["v"]) ?? mainVersion(definition));
  const latest = useRef(text);
  useEffect(() => void (latest.current = text), [text]);
  const textNow = useCallback(() => latest.current, []);
  const bench = useMemo(
    () => ({ place, documents, document, manifest, definition, version, live, check, route, textNow }),
    [place, documents, document, manifest, definition, version, live, check, route, textNow],
  );
  return { bench, text };
}

const none: readonly TextDocument[] = [];

/** Returns the index of the selected document; by default that of the first definition, or 0. */
function chosen(documents: readonly TextDocument[], wanted: number | undefined): number {
  if (wanted !== undefined && wanted >= 0 && wanted < documents.length) return wanted;
  return Math.max(
    0,
    documents.findIndex(({ kind }) => kind === "CustomResourceDefinition"),
  );
}

/** Reports whether an update would be a no-op: the dry run leaves metadata.generation unchanged. */
export const isInstalledAsWritten = ({ check, live }: Bench): boolean =>
  check.kind === "accepted" && live !== undefined && check.object.metadata.generation === live.metadata.generation;

const refusedInWords = (reasons: number): string =>
  reasons === 1 ? "The server rejects it for one reason." : `The server rejects it for ${reasons} reasons.`;

/** Summarizes the state of a definition in a sentence. */
export function stateInWords(bench: Bench): string {
  const { check, live } = bench;
  const [first] = check.problems;
  switch (check.kind) {
    case "waiting":
      return "Asking the server…";
    case "empty":
      return "Paste a definition, or open a file.";
    case "unreadable":
      return `Line ${(first?.line ?? 0) + 1} cannot be read: ${first?.message ?? ""}`;
    case "refused":
      return refusedInWords(errorsAmong(check.problems));
    case "accepted":
      return live === undefined
        ? "Valid, not installed."
        : isInstalledAsWritten(bench)
          ? "Installed, with no changes."
          : "Valid, with changes that are not installed.";
  }
}
