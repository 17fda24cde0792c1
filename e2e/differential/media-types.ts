import type { Chooser } from "./chooser.ts";

const plain = [
  "application/json",
  "application/yaml",
  "application/cbor",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf,application/json",
  "text/html",
  "*/*",
  "application/*",
  "text/*, */*;q=0.1",
  "application/json;q=0.2, application/yaml;q=0.9",
  "application/json;charset=utf-8",
  "application/json;pretty=1",
  "application/json;pretty=0",
  "application/json;stream=watch",
  "application/yaml;stream=watch",
  "application/cbor-seq",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "application/json;odd",
  "application",
  ",",
  "",
] as const;

const types = ["json", "json", "yaml", "cbor", "vnd.kubernetes.protobuf", "cbor-seq"] as const;
const forms = ["Table", "Table", "PartialObjectMetadata", "PartialObjectMetadataList", "Nothing", "Status"] as const;
const versions = ["v1", "v1", "v1", "v1beta1", "v2"] as const;
const groups = ["meta.k8s.io", "meta.k8s.io", "meta.k8s.io", "example.com", ""] as const;

/** Returns a media type that names the form of the answer, at times with one that is taken otherwise. */
function formOf(choose: Chooser): string {
  const name = choose.pick(types);
  const version = choose.pick(versions);
  // the normalizer cannot name the revisions of lists of v1beta1 in protobuf
  const readable = name.includes("protobuf") && version === "v1beta1" ? "v1" : version;
  const type = `application/${name};as=${choose.pick(forms)};v=${readable};g=${choose.pick(groups)}`;
  return choose.chance(0.15) ? `${type}, application/json` : type;
}

/** Returns a value of the header Accept. */
export const mediaType = (choose: Chooser): string => (choose.chance(0.5) ? choose.pick(plain) : formOf(choose));

/** Whether a media type asks for a Table. */
export const asksForTable = (type: string): boolean => type.includes("as=Table");
