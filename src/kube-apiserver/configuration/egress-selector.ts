import {
  aggregateMessage,
  duplicate,
  fieldPath,
  invalid,
  notSupported,
  notSupportedString,
  PrintedValue,
  required,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import { documentSchema, field, list, object, text } from "../../apiserver/schema/document-schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { decodeStrictly } from "./decode-strictly.ts";

interface WrittenTls {
  readonly caBundle?: string;
  readonly clientKey?: string;
  readonly clientCert?: string;
}

interface WrittenTcp {
  readonly url?: string;
  readonly tlsConfig?: WrittenTls;
}

interface WrittenTransport {
  readonly tcp?: WrittenTcp;
  readonly uds?: { readonly udsName?: string };
}

interface WrittenConnection {
  readonly proxyProtocol?: string;
  readonly transport?: WrittenTransport;
}

interface WrittenSelection {
  readonly name?: string;
  readonly connection?: WrittenConnection;
}

const tls = object("v1beta1.TLSConfig", [field("caBundle", text), field("clientKey", text), field("clientCert", text)]);
const transport = object("v1beta1.Transport", [
  field("tcp", object("v1beta1.TCPTransport", [field("url", text), field("tlsConfig", tls, true)]), true),
  field("uds", object("v1beta1.UDSTransport", [field("udsName", text)]), true),
]);
const connection = object("v1beta1.Connection", [field("proxyProtocol", text), field("transport", transport, true)]);
const selection = object("v1beta1.EgressSelection", [field("name", text), field("connection", connection)]);
const configuration = documentSchema("v1beta1.EgressSelectorConfiguration", [
  field("egressSelections", list(selection)),
]);

const kinds = {
  "apiserver.k8s.io/v1alpha1/EgressSelectorConfiguration": configuration,
  "apiserver.k8s.io/v1beta1/EgressSelectorConfiguration": configuration,
};
const otherKinds = {
  "apiserver.k8s.io/v1alpha1/AdmissionConfiguration": documentSchema("v1alpha1.AdmissionConfiguration", []),
};

/**
 * Checks an EgressSelectorConfiguration (egressselector.ReadEgressSelectorConfiguration and its validation). Throws a
 * ConfigurationError in upstream's words, or one that names the protocol of a selection that is not `Direct`, since
 * this server makes all connections itself. `exists` tells of paths whether there is a file.
 */
export function checkEgressSelector(body: Uint8Array, exists: (path: string) => boolean): void {
  const reading = "failed to read egress selector config";
  const { value, unexpected } = decodeStrictly(body, kinds, otherKinds, reading);
  if (unexpected !== undefined) throw new ConfigurationError(`${reading}: unexpected config type: ${unexpected}`);
  const { egressSelections: selections = [] } = value as { readonly egressSelections?: readonly WrittenSelection[] };
  const errors = validate(selections, exists);
  if (errors.length > 0)
    throw new ConfigurationError(`failed to validate egress selector configuration: ${aggregateMessage(errors)}`);
  for (const { name = "", connection: { proxyProtocol = "" } = {} } of selections)
    if (proxyProtocol !== "Direct")
      throw new ConfigurationError(
        `the protocol ${proxyProtocol} of the selection ${name} is not supported: webhooks and API servers are called directly`,
      );
}

const names = ["cluster", "controlplane", "etcd"];
const protocols = ["Direct", "HTTPConnect", "GRPC"];
const path = fieldPath("service", "connection");

function validate(selections: readonly WrittenSelection[], exists: (path: string) => boolean): readonly FieldError[] {
  const errors = selections.flatMap(({ connection: written = {} }) => validateConnection(written, exists));
  const seen = new Set<string>();
  for (const [i, { name = "" }] of selections.entries()) {
    const canonical = name.toLowerCase();
    if (seen.has(canonical)) errors.push(duplicate(path.index(i), canonical));
    else if (!names.includes(canonical)) errors.push(notSupportedString(path, canonical, names));
    seen.add(canonical);
  }
  return errors;
}

function validateConnection(
  { proxyProtocol = "", transport: written }: WrittenConnection,
  exists: (path: string) => boolean,
): readonly FieldError[] {
  const at = path.child("transport");
  switch (proxyProtocol) {
    case "Direct":
      return written === undefined ? [] : [invalid(at, "direct", "config must be absent for direct connect")];
    case "HTTPConnect":
      return written === undefined
        ? [required(at, "transport must be set for HTTPConnect")]
        : validateHttpConnect(written, exists);
    case "GRPC":
      if (written === undefined) return [required(at, "transport must be set for GRPC")];
      return written.uds === undefined
        ? [required(path.child("uds"), "UDS must be set with GRPC")]
        : validateUds(written.uds);
    default:
      return [notSupported(path.child("protocol"), proxyProtocol, protocols)];
  }
}

function validateHttpConnect({ tcp, uds }: WrittenTransport, exists: (path: string) => boolean): readonly FieldError[] {
  if (tcp !== undefined && uds !== undefined)
    return [invalid(path.child("tcp"), new PrintedValue(printedTcp(tcp)), "TCP and UDS cannot both be set")];
  if (tcp !== undefined) return validateTcp(tcp, exists);
  return uds === undefined ? [required(path.child("tcp"), "One of TCP or UDS must be set")] : validateUds(uds);
}

const printedTcp = ({ url = "", tlsConfig: secure }: WrittenTcp): string =>
  JSON.stringify({ URL: url, TLSConfig: secure === undefined ? null : printedTls(secure) });

const printedTls = ({ caBundle = "", clientKey = "", clientCert = "" }: WrittenTls): unknown => ({
  CABundle: caBundle,
  ClientKey: clientKey,
  ClientCert: clientCert,
});

const validateUds = ({ udsName = "" }: { readonly udsName?: string }): readonly FieldError[] =>
  udsName === "" ? [invalid(path.child("udsName"), "nil", "must be present for UDS connections")] : [];

function validateTcp(
  { url = "", tlsConfig: secure }: WrittenTcp,
  exists: (path: string) => boolean,
): readonly FieldError[] {
  const at = path.child("tlsConfig");
  if (url.startsWith("http://"))
    return secure === undefined ? [] : [invalid(at, "nil", "config must not be present when using HTTP")];
  if (!url.startsWith("https://"))
    return [invalid(path.child("url"), url, "supported connection protocols are http:// and https://")];
  if (secure === undefined) return [required(at, "TLSConfig must be present when using HTTPS")];
  const { caBundle = "", clientCert = "", clientKey = "" } = secure;
  const missing = (name: string, file: string, detail: string): readonly FieldError[] =>
    file === "" || exists(file) ? [] : [invalid(at.child(name), file, detail)];
  const unset = (child: FieldPath, file: string, detail: string): readonly FieldError[] =>
    file === "" ? [invalid(child, "nil", detail)] : [];
  return [
    ...missing("caBundle", caBundle, "TLS config ca bundle does not exist"),
    ...unset(at.child("clientCert"), clientCert, "Using TLS requires clientCert"),
    ...missing("clientCert", clientCert, "TLS client cert does not exist"),
    ...unset(at.child("clientKey"), clientKey, "Using TLS requires requires clientKey"),
    ...missing("clientKey", clientKey, "TLS client key does not exist"),
  ];
}
