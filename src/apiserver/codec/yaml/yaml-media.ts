import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { decodeLongJson } from "../../../component-base/long-json.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Serializer } from "../serializer.ts";
import { encodeYaml, encodeYamlList, yamlValues } from "./encode-yaml.ts";
import { YamlError } from "./yaml-error.ts";
import { convertYaml, decodeYamlDocument } from "./yaml-serializer.ts";

/** The serializer of `application/yaml`. */
export const yamlSerializer: Serializer = {
  decode: decodeYamlDocument,
  toJson: convertYaml,
  encode(json) {
    try {
      return encodeYaml(decodeLongJson(json), json);
    } catch (error) {
      throw error instanceof YamlError
        ? new StatusError(failureStatus(500, "", error.message), { cause: error })
        : error;
    }
  },
  values: yamlValues,
  encodeList: (list, member) => encodeYamlList(decodeJson(list) as JsonObject, member), // the JSON of a list
};
