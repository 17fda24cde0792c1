/**
 * The library for tests, with any test runner: an API server for each test.
 *
 *     await using server = await createTestServer({ seed: [namespace, deployment] });
 *     await server.waitFor(deployment, (object) => object.status?.replicas === 2);
 */
export type { Clock } from "./apimachinery/clock.ts";
export { StatusError } from "./apimachinery/errors.ts";
export type { KubeObject } from "./apimachinery/meta.ts";
export type { Random } from "./apimachinery/random.ts";
export { createSeededRandom } from "./apimachinery/seeded-random.ts";
export type { FaultKind, FaultReport, FaultRule } from "./client/faults.ts";
export type { ApiObject, ObjectReference } from "./client/object-client.ts";
export type { Handle } from "./component-base/exchange.ts";
export { FakeClock } from "./component-base/testing/fake-clock.ts";
export type { LoggedRequest, RequestLog } from "./envtest/request-log.ts";
export { simulatedNodes } from "./controllers/simulated-nodes/node-status.ts";
export { interleavings } from "./envtest/interleavings.ts";
export type {
  Actor,
  ActorAnswer,
  ActorOutcome,
  ActorServer,
  InterleavedWorld,
  InterleavingOptions,
} from "./envtest/interleavings.ts";
export { createTestServer } from "./envtest/test-server.ts";
export type {
  ForkOptions,
  ListenOptions,
  TestFaults,
  TestServer,
  TestServerOptions,
  WaitOptions,
} from "./envtest/test-server.ts";
export type { ActorLine, ActorRequest, Finding, FindingKind, ServerStep } from "./client/races.ts";
