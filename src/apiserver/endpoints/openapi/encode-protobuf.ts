import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { documentV2 } from "./gnostic-v2.ts";
import { documentV3 } from "./gnostic-v3.ts";
import { encodeGnostic } from "./gnostic-writer.ts";

/** A document in protobuf, as gnostic reads it. */
export const encodeProtobuf = (json: string, version: 2 | 3): Uint8Array =>
  encodeGnostic(JSON.parse(json) as JsonValue, version === 2 ? documentV2 : documentV3);
