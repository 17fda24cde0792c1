import { bytesOfBase64 } from "../../apimachinery/base64.ts";

/** A file of shared objects as Kubepad 0.1.0 wrote it, in version 1 of the format: `worldOfOldFile`. */
export const oldFile = bytesOfBase64(
  "H4sIAOwZDGsAA+WSv04CQRDGwyvY2ZmxRT1ALbYjJnZYEQqNxcDOriv3Z7M7IJfLFfoUdla+grHnTXwSBw4kJhT2dptv5vvNfJN9" +
    "N6YIGbKdzsbkUds5heiKvGWL8SNNOL6UrcMK0LtRUwAF8w60QSMjqAqYFiyaDcuP5RuFo6/XT6jbMHW5FvmqyI2zA/TiyIhx68ow" +
    "R0v62lGqI6i7fRPMujgsPYnSdI52ujyFY9SWaFSzSVXXMr7hBzFi6iYkrsJTQG7wfe/TUjR22YrdTbqXJ0nnJOkOk55KzlVycQv1" +
    "fRtyXNdRWlfP6FFQCjQZnKUMdb3o71t8k/3mx/I7+4aqKSsEYR9c5CKUz2Xr4A93Ni5EmfxfDixfMnBcDCqIxOxyK1kqoGyWIpPe" +
    "5emc9nqrq8wdPa06UOtAUZrh+GxCqfAji6PZ/hvSxUDY9AIAAA==",
);

/** The export of a whole store with the ConfigMap default/a, as Kubepad 0.1.0 wrote it. */
export const oldExport = bytesOfBase64(
  "H4sIAOwZDGsAAzWOQU7DMBBFJdacgYXXteKkaaLmHBULdmN7HExwbI0nVSqUBVdB3IAL4ha6+/9pvuZ9OxcpAM/TojGBlbimSDye" +
    "kbKP88Mr4dlf0+MY9Rsazp9fZsLL+lQRjj4zXSoTZ+fHAClXFh0s71yBZVx5/REBGSwwiOFDzBBQDALE7hZzAnPt/5tCF29LV1rZ" +
    "o6lRtroG2ULXy6M7GKls7zqodWP2thwT5riQwec/0zLsCzWEwKWefHnAEFLhjWo6qWqpmpPaD6od1OFFbDtx9wrR3jyAJrFtv89l" +
    "12YSAQAA",
);

const settings = (text: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "a",
    namespace: "default",
    managedFields: [
      {
        manager: "alice",
        operation: "Apply",
        apiVersion: "v1",
        time: "2026-01-02T03:04:05Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:text": {} } },
      },
    ],
  },
  data: { text },
});

/** What `oldFile` holds. */
export const worldOfOldFile = {
  objects: [settings("größer ☸"), { apiVersion: "v1", kind: "Namespace", metadata: { name: "demo" } }],
  history: [settings("first")],
  settings: { emulatedVersion: "1.33" },
  view: { address: "#/cel", state: {} },
};
