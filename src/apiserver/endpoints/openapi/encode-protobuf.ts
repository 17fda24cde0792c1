import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { emptyDocuments, type Member, type OpenApiDocument } from "./document.ts";
import { documentV2, namedInV2 } from "./gnostic-v2.ts";
import { documentV3, namedInV3 } from "./gnostic-v3.ts";
import { encodeGnostic, encodeNamedPair, type NamedType } from "./gnostic-writer.ts";
import type { Pace } from "./pace.ts";

/** More than what a document has besides its parts. */
const bytesOfHead = 4096;

/** Parts are encoded once, however many documents have them. */
const encoded = new WeakMap<Member, Uint8Array>();

/** Encodes a document in protobuf, as gnostic reads it. */
export async function encodeProtobuf(document: OpenApiDocument, pace: Pace): Promise<Uint8Array> {
  const { version, paths, schemas, parameters } = document;
  const named = version === 2 ? namedInV2 : namedInV3;
  const parts = {
    paths: await encodeMembers(paths, named.paths, pace),
    schemas: await encodeMembers(schemas, named.schemas, pace),
    parameters: await encodeMembers(parameters, named.parameters, pace),
  };
  const length = Object.values(parts).reduce(
    (sum, all) => sum + all.reduce((bytes, part) => bytes + part.length, 0),
    0,
  );
  return encodeGnostic(
    emptyDocuments[version],
    version === 2 ? documentV2(parts) : documentV3(parts),
    length + bytesOfHead,
  );
}

async function encodeMembers(members: readonly Member[], type: NamedType, pace: Pace): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (const member of members) {
    const known = encoded.get(member);
    const bytes = known ?? encodeNamedPair(member.name, JSON.parse(member.text) as JsonValue, type);
    encoded.set(member, bytes);
    all.push(bytes);
    if (known === undefined) await pace.spend(member.text.length);
  }
  return all;
}
