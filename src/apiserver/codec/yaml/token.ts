import type { Mark } from "./yaml-error.ts";

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

type Bare =
  | "streamStart"
  | "streamEnd"
  | "documentStart"
  | "documentEnd"
  | "blockSequenceStart"
  | "blockMappingStart"
  | "blockEnd"
  | "flowSequenceStart"
  | "flowSequenceEnd"
  | "flowMappingStart"
  | "flowMappingEnd"
  | "blockEntry"
  | "flowEntry"
  | "key"
  | "value";

interface Place {
  readonly start: Mark;
  readonly end: Mark;
}

/** A token of a YAML text. */
export type Token = Place &
  (
    | { readonly type: Bare }
    | { readonly type: "anchor" | "alias"; readonly name: string }
    | { readonly type: "tag"; readonly handle: string; readonly suffix: string }
    | { readonly type: "versionDirective"; readonly major: number; readonly minor: number }
    | { readonly type: "tagDirective"; readonly handle: string; readonly prefix: string }
    | { readonly type: "scalar"; readonly value: string; readonly style: ScalarStyle }
  );

export type BareType = Bare;
