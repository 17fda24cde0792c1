import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServerOptions } from "../../envtest/test-server.ts";
import { evidenceWords, idWords } from "../evidence-words.ts";
import { type LivingWorld, startLivingWorld } from "./living-world.ts";

/** A situation that a world is brought into. */
export interface Situation {
  /** The name of the situation, as its diagnosis has it. */
  readonly name: string;
  readonly sentence: string | RegExp;
  /** What is created, in the situation's own namespace where the object names none. */
  readonly objects: readonly object[];
  /** What is diagnosed: `APIVERSION KIND NAME`, in the namespace of the situation unless the kind has none. */
  readonly of: string;
  /** What happens a minute later, before the second minute. */
  readonly later?: (world: LivingWorld, namespace: string) => Promise<unknown>;
  /** The labels of the situation's namespace. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The situations of the causes. */
  readonly causes?: readonly string[];
  /** What the evidence says, among other things: each with its object. */
  readonly evidence?: readonly (string | RegExp)[];
}

/** Reports whether an object is one of the cluster, which have no namespace. */
const isOfCluster = (kind: string): boolean =>
  /^(?:Node|Namespace|PersistentVolume|StorageClass|IngressClass|PriorityClass|RuntimeClass|Cluster.*|CustomResourceDefinition|APIService|FlowSchema|CertificateSigningRequest|Validating.*|Mutating.*)$/.test(
    kind,
  );

function placed(object: object, namespace: string): object {
  const { kind, metadata } = object as { kind: string; metadata: object };
  return isOfCluster(kind) ? object : { ...object, metadata: { namespace, ...metadata } };
}

const matcherOf = (sentence: string | RegExp): unknown =>
  typeof sentence === "string" ? sentence : expect.stringMatching(sentence);

/** Brings one world into all situations, lets two minutes pass, and checks what is said of each. */
export function describeSituations(
  situations: readonly Situation[],
  { nodes = 2, ...options }: TestServerOptions & { readonly nodes?: number } = {},
): void {
  let world: LivingWorld;
  beforeAll(async () => {
    world = await startLivingWorld(nodes, options);
    for (const [i, { labels = {} }] of situations.entries())
      await world.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: `s-${i}`, labels } });
    await world.pass(2);
    for (const [i, { objects }] of situations.entries())
      for (const object of objects) await world.create(placed(object, `s-${i}`));
    await world.pass(60);
    for (const [i, { later }] of situations.entries()) await later?.(world, `s-${i}`);
    await world.pass(60);
  }, 240_000);
  afterAll(() => world.close());

  test.each(situations.map((each, i) => [each.name, String(each.sentence), each, `s-${i}`] as const))(
    "%s: %s",
    async (situation, _, { sentence, of, causes, evidence = [] }, namespace) => {
      const [apiVersion = "", kind = "", name = ""] = of.split(" ");
      const metadata = isOfCluster(kind) ? { name } : { name, namespace };
      const found = await world.why({ apiVersion, kind, metadata });
      const names = found.causes.map((cause) => cause.situation);
      expect({ situation: found.situation, told: found.sentence, causes: causes && names }).toEqual({
        situation,
        told: matcherOf(sentence),
        causes,
      });
      const shown = found.evidence.map((one) =>
        one.kind === "status"
          ? evidenceWords(one)
          : `${idWords({ ...one.object, namespace: "" })}: ${evidenceWords(one)}`,
      );
      expect(shown).toEqual(expect.arrayContaining(evidence.map(matcherOf)));
    },
  );
}
