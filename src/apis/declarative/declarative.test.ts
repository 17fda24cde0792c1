import { describe, expect, it } from "vitest";
import { errorMessage, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates, type FeatureSettings } from "../../component-base/features/feature-gates.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { GoPanic } from "../../declarative-validation/validate/go-panic.ts";
import { certificatesBehaviors } from "../certificates/behaviors.ts";
import { replicationControllerStrategy } from "../core/replication-controller.ts";
import { testContext } from "../testing/strategy-context.ts";
import { declaratively, LazyDeclarativeEngine } from "./declaratively.ts";
import { createDeclarativeEngine } from "./engine.ts";

const controller = (replicas: number, minReadySeconds = 0): KubeObject => ({
  metadata: { name: "a", namespace: "ns" },
  spec: {
    replicas,
    minReadySeconds,
    selector: { a: "b" },
    template: {
      metadata: { labels: { a: "b" } },
      spec: {
        terminationGracePeriodSeconds: 30,
        restartPolicy: "Always",
        dnsPolicy: "ClusterFirst",
        containers: [
          {
            name: "c",
            image: "i",
            imagePullPolicy: "Always",
            terminationMessagePolicy: "File",
            terminationMessagePath: "/x",
          },
        ],
      },
    },
  },
});

/** Runs a write, and returns the errors with what was logged. */
function observed(featureGates: FeatureSettings = {}, subresource = "") {
  const log: string[] = [];
  const ctx = testContext({
    gates: createFeatureGates(featureGates),
    subresource,
    declarative: {
      mismatched: (detail) => void log.push(detail),
      panicked: (detail, logged) => void log.push(`${logged ? "logged" : "answered"}: ${detail}`),
    },
  });
  return { ctx, log };
}

const messages = (errors: readonly FieldError[] | undefined): readonly string[] => (errors ?? []).map(errorMessage);

const engine = new LazyDeclarativeEngine();
await engine.load();
await replicationControllerStrategy.loading?.(controller(1));

/** Hand-written rules that are wrong: they never find anything. */
const careless: Strategy = { validate: () => [], validateUpdate: () => [] };
const negative = "spec.replicas: Invalid value: -1: must be greater than or equal to 0";

describe("hand-written rules that miss an error", () => {
  const strategy = declaratively("ReplicationController", careless, engine);

  it("are the answer by default, and the difference is told", () => {
    const { ctx, log } = observed();
    expect(strategy.validate?.(controller(-1), ctx)).toEqual([]);
    expect(log).toEqual([
      'Unexpected difference between hand written validation and declarative validation error results, extra error(s) found {Type="FieldValueInvalid", Field="spec.replicas", Origin="minimum"}. This indicates an issue with declarative validation. This difference should not affect system operation since hand written validation is authoritative.',
    ]);
  });

  it("give way to the tags with takeover", () => {
    const { ctx, log } = observed({ DeclarativeValidationTakeover: true });
    expect(messages(strategy.validate?.(controller(-1), ctx))).toEqual([negative]);
    expect(messages(strategy.validateUpdate?.(controller(-1), controller(1), ctx))).toEqual([negative]);
    expect(log).toHaveLength(2);
    expect(log[0]).toContain("Consider disabling the DeclarativeValidationTakeover feature gate");
  });

  it("are alone without the feature gate", () => {
    const { ctx, log } = observed({ DeclarativeValidation: false, DeclarativeValidationTakeover: true });
    expect(strategy.validate?.(controller(-1), ctx)).toEqual([]);
    expect(log).toEqual([]);
  });
});

describe("ReplicationControllers", () => {
  it.each([{ DeclarativeValidationTakeover: false }, { DeclarativeValidationTakeover: true }])(
    "are refused by both validations with the same errors: %o",
    (gates) => {
      const { ctx, log } = observed(gates);
      const errors = replicationControllerStrategy.validate?.(controller(-1, -2), ctx);
      expect(messages(errors).toSorted()).toEqual([
        "spec.minReadySeconds: Invalid value: -2: must be greater than or equal to 0",
        negative,
      ]);
      expect(log).toEqual([]);
      expect(replicationControllerStrategy.validate?.(controller(0, 0), ctx)).toEqual([]);
    },
  );

  it("are not looked at again where an update leaves them alone: only hand-written rules do", () => {
    const { ctx, log } = observed({ DeclarativeValidationTakeover: true }, "scale");
    expect(replicationControllerStrategy.validateUpdate?.(controller(-1), controller(-1), ctx)).toEqual([]);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain("unmatched error(s) found");
  });
});

describe("conditions of CertificateSigningRequests", () => {
  const request = (...types: readonly string[]): KubeObject => ({
    metadata: { name: "a" },
    spec: {},
    status: { conditions: types.map((type) => ({ type, status: "True" })) },
  });
  const behavior = certificatesBehaviors["certificatesigningrequests"];
  const approval = typeof behavior === "object" ? behavior.subresourceBehaviors?.["approval"] : undefined;

  it("exclude each other by both validations", async () => {
    if (typeof behavior !== "object" || approval === undefined || !("strategy" in approval))
      throw new Error("there is no strategy");
    await behavior.strategy.loading?.(request());
    const { ctx, log } = observed({}, "approval");
    const errors = approval.strategy?.validateUpdate?.(request("Approved", "Denied"), request("Approved"), ctx);
    expect(messages(errors)).toContain(
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    );
    expect(log).toEqual([]);
    const takeover = observed({ DeclarativeValidationTakeover: true }, "approval");
    const taken = approval.strategy?.validateUpdate?.(request("Approved", "Denied"), request("Approved"), takeover.ctx);
    expect(messages(taken).join()).toContain('must specify at most one of: `Conditions[{"type": "Approved"}]`');
  });
});

describe("a panic of declarative validation", () => {
  const broken = createDeclarativeEngine({
    validate() {
      throw new GoPanic("boom");
    },
  });
  const lazy = new LazyDeclarativeEngine(async () => broken);
  const strategy = declaratively("ReplicationController", careless, lazy);

  it("is logged and counted, and is an internal error with takeover", async () => {
    await lazy.load();
    const { ctx, log } = observed();
    expect(strategy.validate?.(controller(1), ctx)).toEqual([]);
    expect(log).toEqual(["logged: panic during declarative validation: boom"]);
    const takeover = observed({ DeclarativeValidationTakeover: true });
    expect(messages(strategy.validate?.(controller(1), takeover.ctx))).toEqual([
      "<nil>: Internal error: panic during declarative validation: boom",
    ]);
    expect(takeover.log[0]).toBe("answered: panic during declarative validation: boom");
  });
});
