import { expect, test } from "vitest";
import { flagTable } from "./flag-table.ts";
import { parseFlags } from "./parse-flags.ts";

const specs = flagTable;

const valuesOf = (...args: string[]) => Object.fromEntries(parseFlags(args, specs).values);

test.each([
  [["--secure-port=1", "--secure-port", "2"], { "secure-port": ["2"] }],
  [["--secure_port=1"], { "secure-port": ["1"] }],
  [["--profiling", "--version"], { profiling: ["true"], version: ["true"] }],
  [["--profiling=F", "--version=raw"], { profiling: ["F"], version: ["raw"] }],
  [["--api-audiences=a,b", "--api-audiences", '"c,d",e'], { "api-audiences": ["a", "b", "c,d", "e"] }],
  [["--api-audiences="], { "api-audiences": [] }],
  [["--service-account-key-file=a,b", "--service-account-key-file=c"], { "service-account-key-file": ["a,b", "c"] }],
  [["--runtime-config=api/all=true,x", "--runtime-config=y=1"], { "runtime-config": ["api/all=true,x", "y=1"] }],
  [["-v2", "-h"], { v: ["2"], help: ["true"] }],
  [["-hv", "3"], { help: ["true"], v: ["3"] }],
  [["-v=4"], { v: ["4"] }],
  [["--bind-address", "::1", "--event-ttl=1h0m"], { "bind-address": ["::1"], "event-ttl": ["1h0m"] }],
])("%j are read as pflag reads them", (args, values) => {
  expect(valuesOf(...args)).toEqual(values);
});

test("other arguments are kept, and all that follow two hyphens", () => {
  expect(parseFlags(["a", "--profiling", "b", "--", "--secure-port"], specs).positionals).toEqual([
    "a",
    "b",
    "--secure-port",
  ]);
});

// as the flags of kube-apiserver 1.34.1 answer
test.each([
  [["--foo"], "unknown flag: --foo"],
  [["--foo-bar=1"], "unknown flag: --foo-bar"],
  [["-x"], "unknown shorthand flag: 'x' in -x"],
  [["--secure-port"], "flag needs an argument: --secure-port"],
  [["-v"], "flag needs an argument: 'v' in -v"],
  [["--=1"], "bad flag syntax: --=1"],
  [["---x"], "bad flag syntax: ---x"],
  [["--secure-port=x"], 'invalid argument "x" for "--secure-port" flag: strconv.ParseInt: parsing "x": invalid syntax'],
  [["-v", "q"], 'invalid argument "q" for "-v, --v" flag: strconv.ParseUint: parsing "q": invalid syntax'],
  [
    ["--kubelet-port=-1"],
    'invalid argument "-1" for "--kubelet-port" flag: strconv.ParseUint: parsing "-1": invalid syntax',
  ],
  [
    ["--profiling=maybe"],
    'invalid argument "maybe" for "--profiling" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
  [["--event-ttl=5"], 'invalid argument "5" for "--event-ttl" flag: time: missing unit in duration "5"'],
  [["--bind-address=x"], 'invalid argument "x" for "--bind-address" flag: failed to parse IP: "x"'],
  [
    ["--oidc-required-claim=a"],
    'invalid argument "a" for "--oidc-required-claim" flag: malformed pair, expect string=string',
  ],
  [
    ["--service-node-port-range=x"],
    'invalid argument "x" for "--service-node-port-range" flag: strconv.Atoi: parsing "x": invalid syntax',
  ],
  [
    ["--service-node-port-range=9-8"],
    'invalid argument "9-8" for "--service-node-port-range" flag: end port cannot be less than start port: 9-8',
  ],
  [
    ["--service-node-port-range=1-99999"],
    'invalid argument "1-99999" for "--service-node-port-range" flag: the port range cannot be greater than 65535: 1-99999',
  ],
  [["--vmodule=x"], 'invalid argument "x" for "--vmodule" flag: "x" does not have the pattern=N format'],
  [
    ["--vmodule=x=y"],
    'invalid argument "x=y" for "--vmodule" flag: parsing verbosity in "x=y": strconv.ParseUint: parsing "y": invalid syntax',
  ],
  [
    ["--log-text-info-buffer-size=x"],
    `invalid argument "x" for "--log-text-info-buffer-size" flag: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  ],
  [
    ["--goaway-chance=x"],
    'invalid argument "x" for "--goaway-chance" flag: strconv.ParseFloat: parsing "x": invalid syntax',
  ],
  [
    ["--allow-metric-labels=a"],
    'invalid argument "a" for "--allow-metric-labels" flag: a must be formatted as key=value',
  ],
  [
    ["--tls-sni-cert-key=a"],
    'invalid argument "a" for "--tls-sni-cert-key" flag: expected comma separated certificate and key file paths',
  ],
  [
    ['--api-audiences=a"b'],
    'invalid argument "a\\"b" for "--api-audiences" flag: parse error on line 1, column 2: bare " in non-quoted-field',
  ],
])("%j is refused in the words of pflag", (args, message) => {
  expect(() => parseFlags(args, specs)).toThrow(message);
});
