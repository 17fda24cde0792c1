import { memberIs, when, type Defaults, type Fill } from "../defaulting.ts";

/** Zero is as good as absent. */
const precedence: Fill = (spec) =>
  (spec["matchingPrecedence"] ?? 0) === 0 ? { ...spec, matchingPrecedence: 1000 } : spec;

/** flowcontrol/v1 SetDefaults_FlowSchemaSpec. */
export const flowSchemaDefaults: Defaults = { inside: { spec: { rules: [precedence] } }, make: ["spec"] };

const queuing: Defaults = { set: { queues: 64, handSize: 8, queueLengthLimit: 50 } };

/** flowcontrol/v1 defaults of limited and exempt levels. */
export const priorityLevelDefaults: Defaults = {
  inside: {
    spec: {
      inside: {
        limited: {
          set: { nominalConcurrencyShares: 30, lendablePercent: 0 },
          inside: { limitResponse: { rules: [when(memberIs("type", "Queue"), { inside: { queuing } })] } },
        },
        exempt: { set: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      },
      rules: [
        when(memberIs("type", "Exempt"), {
          inside: { exempt: { set: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
          make: ["exempt"],
        }),
      ],
    },
  },
};
