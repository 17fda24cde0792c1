import { describe, expect, it } from "vitest";
import { errorMessage, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { testContext } from "../testing/strategy-context.ts";
import { scheduleError } from "./cron-schedule.ts";
import { cronJobBehavior } from "./cron-job.ts";
import { countIndexes, overlappingIndex } from "./indexes.ts";
import { validateJobStatus } from "./job-status-validation.ts";
import { validateJob, validateJobUpdate } from "./job-validation.ts";
import { jobBehavior } from "./job.ts";
import { hasTimeZone } from "./time-zone.ts";

type Part = Readonly<Record<string, unknown>>;

const defaultedJob = (object: KubeObject): KubeObject => jobBehavior.default?.(object) ?? object;
const defaultedCronJob = (object: KubeObject): KubeObject => cronJobBehavior.default?.(object) ?? object;
const preparedJob = (job: KubeObject): KubeObject => jobBehavior.strategy.prepareForCreate?.(job, testContext()) ?? job;
const gates = createFeatureGates();
const template: Part = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
const job = (spec: Part, status: Part = {}): KubeObject => ({
  ...preparedJob(defaultedJob({ metadata: { name: "j", uid: "u" }, spec: { template, ...spec } })),
  status,
});
const messages = (errors: readonly FieldError[]): readonly string[] => errors.map(errorMessage);
const indexed: Part = { completionMode: "Indexed", completions: 5, parallelism: 1 };

describe("jobs", () => {
  // oxfmt-ignore
  it.each<readonly [string, Part, readonly string[]]>([
    ["nothing but a template", {}, []],
    ["a policy for restarts that has no end", { template: { spec: { containers: [{ name: "c", image: "i" }] } } }, ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"']],
    ["indexes without completions", { completionMode: "Indexed", parallelism: 1 }, ["spec.completions: Required value: when completion mode is Indexed"]],
    ["a limit for indexes that it does not have", { backoffLimitPerIndex: 1 }, ["spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"]],
    ["a manager without domain", { managedBy: "me" }, ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")']],
    ["a failure policy without condition", { podFailurePolicy: { rules: [{ action: "Ignore" }] } }, ["spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required"]],
    ["no exit codes", { podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [] } }] } }, ["spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []: at least one value is required"]],
    ["exit codes in disorder", { podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [2, 1] } }] } }, ["spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,1]: must be ordered"]],
    ["more successes than indexes", { ...indexed, successPolicy: { rules: [{ succeededIndexes: "0-1", succeededCount: 3 }] } }, ["spec.successPolicy.rules[0].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)"]],
    ["a selector of others", { selector: { matchLabels: { a: "b" } } }, ["spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\",\"batch.kubernetes.io/controller-uid\":\"u\"}}: `selector` not auto-generated", "spec.template.metadata.labels: Invalid value: {\"batch.kubernetes.io/controller-uid\":\"u\",\"batch.kubernetes.io/job-name\":\"j\",\"controller-uid\":\"u\",\"job-name\":\"j\"}: `selector` does not match template `labels`"]],
  ])("with %s", (_, spec, expected) => {
    expect(messages(validateJob(job(spec), gates))).toEqual(expected);
  });

  // oxfmt-ignore
  it.each<readonly [string, Part, Part, readonly string[]]>([
    ["more pods at a time", { completions: 1, parallelism: 1 }, { completions: 1, parallelism: 3 }, []],
    ["more completions", { completions: 1 }, { completions: 2 }, ["spec.completions: Invalid value: 2: field is immutable"]],
    ["more indexes than pods at a time", indexed, { ...indexed, completions: 6 }, ["spec.completions: Invalid value: 6: can only be modified in tandem with spec.parallelism"]],
    ["another policy for success", { ...indexed, successPolicy: { rules: [{ succeededCount: 1 }] } }, { ...indexed, successPolicy: { rules: [{ succeededCount: 2 }] } }, ['spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":2}]}: field is immutable']],
    ["another policy for failures", { podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [1] } }] } }, { podFailurePolicy: { rules: [{ action: "Count", onExitCodes: { operator: "In", values: [1] } }] } }, ['spec.podFailurePolicy: Invalid value: {"Rules":[{"Action":"Count","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[1]},"OnPodConditions":null}]}: field is immutable']],
    ["other nodes while it is not suspended", {}, { template: { ...template, spec: { ...(template["spec"] as Part), nodeSelector: { a: "b" } } } }, [expect.stringMatching(/^spec\.template: Invalid value: \{"labels":\{"batch\.kubernetes\.io\/controller-uid":"u",.*\},"Spec":\{"Volumes":null,"InitContainers":null,"Containers":\[\{"Name":"c","Image":"i",.*"NodeSelector":\{"a":"b"\},.*\}\}: field is immutable$/)]],
    ["other nodes while it is suspended", { suspend: true }, { suspend: true, template: { ...template, spec: { ...(template["spec"] as Part), nodeSelector: { a: "b" } } } }, []],
  ])("change to %s", (_, before, after, expected) => {
    expect(messages(validateJobUpdate(job(after), job(before), gates))).toEqual(expected);
  });

  // oxfmt-ignore
  it.each<readonly [string, Part, Part, readonly string[]]>([
    ["an end without reason", { startTime: "2025-01-01T00:00:00Z" }, { startTime: "2025-01-01T00:00:00Z", conditions: [{ type: "Failed", status: "True" }] }, ["status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition"]],
    ["an end that is taken back", { conditions: [{ type: "FailureTarget", status: "True" }] }, {}, ["status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition"]],
    ["fewer failures than before", { failed: 2 }, { failed: 1 }, ["status.failed: Invalid value: 1: cannot decrease the failed counter"]],
    ["lost conditions before lost counts", { failed: 2, conditions: [{ type: "FailureTarget", status: "True" }] }, { failed: 1 }, ["status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition", "status.failed: Invalid value: 1: cannot decrease the failed counter"]],
    ["another start", { startTime: "2025-01-01T00:00:00Z" }, { startTime: "2025-01-02T00:00:00Z" }, ["status.startTime: Required value: startTime cannot be removed for unsuspended job"]],
    ["another start of a job that is resumed", { startTime: "2025-01-01T00:00:00Z", conditions: [{ type: "Suspended", status: "True" }] }, { startTime: "2025-01-02T00:00:00Z", conditions: [{ type: "Suspended", status: "False" }] }, []],
    ["more ready pods than there are", {}, { active: 1, ready: 2 }, ["status.ready: Invalid value: 2: cannot set more ready pods than active"]],
  ])("report %s", (_, before, after, expected) => {
    expect(messages(validateJobStatus(job({}, after), job({}, before), gates))).toEqual(expected);
  });

  it.each<readonly [string, Part]>([
    ["labels", { a: "b" }],
    ["no labels", {}],
  ])("without labels get those of their pods, which have %s of their own", (_, labels) => {
    const labelled = job({ template: { metadata: { labels }, ...template } });
    expect(jobBehavior.strategy.canonicalize?.(labelled).metadata.labels).toEqual({
      ...labels,
      "batch.kubernetes.io/controller-uid": "u",
      "batch.kubernetes.io/job-name": "j",
      "controller-uid": "u",
      "job-name": "j",
    });
  });

  it("are told once that their name makes no label: labels that come from pods are not theirs yet", () => {
    const prepared = preparedJob(defaultedJob({ metadata: { name: "a,b", uid: "u" }, spec: { template } }));
    expect(prepared.metadata.labels).toBeUndefined();
    expect(messages(validateJob(prepared, gates)).map((text) => text.split(":")[0])).toEqual([
      "spec.template.labels",
      "spec.template.labels",
    ]);
  });
});

describe("cron jobs", () => {
  const cronJob = (spec: Part, name = "c"): KubeObject =>
    defaultedCronJob({
      metadata: { name },
      spec: { schedule: "*/5 * * * *", jobTemplate: { spec: { template } }, ...spec },
    });

  // oxfmt-ignore
  it.each<readonly [string, Part, readonly string[]]>([
    ["all they need", {}, []],
    ["a zone in the schedule", { schedule: "TZ=UTC 0 * * * *" }, ['spec.schedule: Invalid value: "TZ=UTC 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead']],
    ["an unknown zone", { timeZone: "Mars/Base" }, ['spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base']],
    ["a selector", { jobTemplate: { spec: { template, selector: {} } } }, ["spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated"]],
    ["an unknown policy", { concurrencyPolicy: "Queue" }, ['spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"']],
  ])("with %s", (_, spec, expected) => {
    expect(messages(cronJobBehavior.strategy.validate?.(cronJob(spec), testContext()) ?? [])).toEqual(expected);
  });

  it("may keep a zone in the schedule and a long name", () => {
    const old = cronJob({ schedule: "TZ=UTC 0 * * * *" }, "c".repeat(53));
    expect(cronJobBehavior.strategy.validateUpdate?.(old, old, testContext())).toEqual([]);
  });

  it.each([
    ["@every 1h30m", undefined],
    ["*/15 9-17 * jan,JUL mon-FRI", undefined],
    [
      "* * * constructor *",
      'failed to parse int from constructor: strconv.Atoi: parsing "constructor": invalid syntax',
    ],
    ["@sometimes", "unrecognized descriptor: @sometimes"],
    ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
    ["*/0 * * * *", "step of range should be a positive number: */0"],
    ["a * * * *", 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
  ])("read the schedule %s", (schedule, problem) => {
    expect(scheduleError(schedule, hasTimeZone)).toBe(problem);
  });

  it.each([
    ["UTC", true],
    ["Europe/Paris", true],
    ["Asia/Calcutta", true],
    ["europe/paris", false],
    ["+0100", false],
  ])("know the zone %s: %s", (name, expected) => expect(hasTimeZone(name)).toBe(expected));
});

describe("indexes", () => {
  it.each([
    ["0,2-4", { count: 4 }],
    ["3,1", { count: 0, problem: "non-increasing order, previous: 3, current: 1" }],
    ["7", { count: 0, problem: 'too large index: "7"' }],
    ["x", { count: 0, problem: 'cannot convert string to integer for index: "x"' }],
  ])("of %s", (text, expected) => expect(countIndexes(text, 5)).toEqual(expected));

  it("in both lists are found", () => {
    expect(overlappingIndex("0-2", "4,1-3", 5)).toBeUndefined();
    expect(overlappingIndex("0-2,4", "2,4", 5)).toBe(2);
  });
});
