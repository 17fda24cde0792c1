import { expect, it } from "vitest";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { checkEgressSelector } from "./egress-selector.ts";
import recorded from "./testing/recorded-settings.json" with { type: "json" };
import { checkTracing } from "./tracing.ts";

/** Returns how a file is refused; "" if it is not. */
function errorOf(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

const check = (kind: string, text: string): void => {
  const body = new TextEncoder().encode(text);
  if (kind === "egress") checkEgressSelector(body, () => false);
  else checkTracing(body);
};

it.each(recorded)(
  "a file of $kind is refused in the words of k8s.io/apiserver 1.34 ($error)",
  ({ kind, text, error }) => {
    const said = errorOf(() => check(kind, text));
    expect(/is not supported: webhooks/.test(said) ? "" : said).toBe(error);
  },
);

it.each(["HTTPConnect", "GRPC"])("a selection that is not direct is refused by name (%s)", (protocol) => {
  const uds = "transport: {uds: {udsName: /a}}";
  const text = `apiVersion: apiserver.k8s.io/v1beta1
kind: EgressSelectorConfiguration
egressSelections: [{name: cluster, connection: {proxyProtocol: ${protocol}, ${uds}}}]`;
  expect(errorOf(() => check("egress", text))).toBe(
    `the protocol ${protocol} of the selection cluster is not supported: webhooks and API servers are called directly`,
  );
});
