import { trimRight } from "../../../apimachinery/trim.ts";
import { flagGroups } from "../../cli/flag-tables.ts";
import type { Run } from "../../invocation.ts";

/** What flags have for a value where none is given, by their types. */
const initialValues: Readonly<Record<string, string>> = { s: "''", b: "false", i: "0", d: "0s", l: "[]", a: "[]" };

/** What `kubectl options` says of each flag. */
// oxfmt-ignore
const usages: Readonly<Record<string, string>> = {
  as: "Username to impersonate for the operation. User could be a regular user or a service account in a namespace.",
  "as-group": "Group to impersonate for the operation, this flag can be repeated to specify multiple groups.",
  "as-uid": "UID to impersonate for the operation.",
  "cache-dir": "Default cache directory",
  "certificate-authority": "Path to a cert file for the certificate authority",
  "client-certificate": "Path to a client certificate file for TLS",
  "client-key": "Path to a client key file for TLS",
  cluster: "The name of the kubeconfig cluster to use",
  context: "The name of the kubeconfig context to use",
  "disable-compression": "If true, opt-out of response compression for all requests to the server",
  "insecure-skip-tls-verify": "If true, the server's certificate will not be checked for validity. This will make your HTTPS connections insecure",
  kubeconfig: "Path to the kubeconfig file to use for CLI requests.",
  kuberc: "Path to the kuberc file to use for preferences. This can be disabled by exporting KUBECTL_KUBERC=false feature gate or turning off the feature KUBERC=off.",
  "log-flush-frequency": "Maximum number of seconds between log flushes",
  "match-server-version": "Require server version to match client version",
  namespace: "If present, the namespace scope for this CLI request",
  password: "Password for basic authentication to the API server",
  profile: "Name of profile to capture. One of (none|cpu|heap|goroutine|threadcreate|block|mutex)",
  "profile-output": "Name of the file to write the profile to",
  "request-timeout": "The length of time to wait before giving up on a single server request. Non-zero values should contain a corresponding time unit (e.g. 1s, 2m, 3h). A value of zero means don't timeout requests.",
  server: "The address and port of the Kubernetes API server",
  "tls-server-name": "Server name to use for server certificate validation. If it is not provided, the hostname used to contact the server is used",
  token: "Bearer token for authentication to the API server",
  user: "The name of the kubeconfig user to use",
  username: "Username for basic authentication to the API server",
  v: "number for the log level verbosity",
  vmodule: "comma-separated list of pattern=N settings for file-filtered logging (only works for the default text log format)",
  "warnings-as-errors": "Treat warnings received from the server as errors and exit with a non-zero exit code",
};

/** `kubectl options`: the flags that every command takes, with their values where none are given. */
export const printOptions: Run = async ({ out, session }) => {
  const home = session.environment["HOME"] ?? "";
  const special: Readonly<Record<string, string>> = {
    "cache-dir": `'${home === "" ? "" : `${trimRight(home, "/")}/`}.kube/cache'`,
    vmodule: "",
  };
  const rows = (flagGroups["global"] ?? "").split(" ").filter((row) => !row.includes("help:"));
  const lines = rows.map((row) => {
    const [, shorthand, name = "", type = "", initial] = /^(?:(\w),)?([^:]+):(\w)(?:=(.*))?$/.exec(row) ?? [];
    const value =
      special[name] ?? (initial === undefined ? initialValues[type] : type === "s" ? `'${initial}'` : initial);
    return `    ${shorthand === undefined ? "" : `-${shorthand}, `}--${name}=${value}:\n\t${usages[name]}\n\n`;
  });
  out(`The following options can be passed to any command:\n\n${lines.join("")}`);
};
