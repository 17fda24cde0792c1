import { isList, isObject, type JsonValue } from "../../src/apimachinery/json/value.ts";

/** A value as YAML with each member and item on lines of its own, and the line, from 1, of each path. */
export interface Written {
  readonly text: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** Names a path in the map of lines. */
export const keyOf = (path: readonly string[]): string => path.map((step) => JSON.stringify(step)).join(" ");

/** Writes a value in block style, and notes where each of its parts is. */
export function writeManifest(value: JsonValue): Written {
  const written: string[] = [];
  const lines = new Map<string, number>();
  const isBlock = (each: JsonValue): boolean =>
    (isList(each) && each.length > 0) || (isObject(each) && Object.keys(each).length > 0);
  /** Writes the parts of a list or map; what the first one follows on its line is `before`. */
  const write = (each: JsonValue, path: readonly string[], indent: string, before = indent): void => {
    const parts: readonly (readonly [name: string, head: string, part: JsonValue])[] = isList(each)
      ? each.map((part, i) => [String(i), "-", part])
      : isObject(each)
        ? Object.entries(each).map(([name, part]) => [name, `${JSON.stringify(name)}:`, part])
        : [];
    for (const [i, [name, head, part]] of parts.entries()) {
      const own = [...path, name];
      const start = `${i === 0 ? before : indent}${head}`;
      lines.set(keyOf(own), written.length + 1);
      if (!isBlock(part)) written.push(`${start} ${JSON.stringify(part)}`);
      else if (head === "-") write(part, own, `${indent}  `, `${start} `);
      else {
        written.push(start);
        write(part, own, `${indent}  `);
      }
    }
  };
  write(value, [], "");
  return { text: `${written.join("\n")}\n`, lines };
}
