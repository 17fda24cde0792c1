/** A node of a document. `line` is its first line, from 0. */
export type YamlNode =
  | {
      readonly kind: "scalar";
      readonly line: number;
      readonly value: string;
      readonly tag: string;
      /** Whether it is plain, so that its type is resolved from its text. */ readonly implicit: boolean;
    }
  | { readonly kind: "sequence"; readonly line: number; readonly items: readonly YamlNode[] }
  | {
      readonly kind: "mapping";
      readonly line: number;
      readonly entries: readonly (readonly [key: YamlNode, value: YamlNode])[];
    }
  | { readonly kind: "alias"; readonly line: number; readonly name: string; readonly target: YamlNode };
