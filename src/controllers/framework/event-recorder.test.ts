import { expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { EventRecorder } from "./event-recorder.ts";

const podKind = { apiVersion: "v1", kind: "Pod" };
const pod = { metadata: { name: "a", namespace: "x", uid: "1" } };

it.each([
  ["of components", ["kubelet", "scheduler"]],
  ["before and after a restart", ["kubelet", "kubelet"]],
])("writes all events %s that are recorded at the same moment", async (_what, components) => {
  const api = new FakeApi([served("", "v1", "events", "Event")]);
  const client = new Client({ handle: api.handle, userAgent: "test" });
  const clock = new FakeClock();
  const recorders = components.map((component) => new EventRecorder({ client, clock, component }));
  const events = () => [...api.store("events").objects.values()];
  for (const recorder of recorders) recorder.event(podKind, pod, "Normal", "Seen", "It was seen");
  await until(() => events().length === 2);
  for (const recorder of recorders) recorder.event(podKind, pod, "Normal", "Seen", "It was seen");
  await until(() => events().every(({ count }) => count === 2));
  expect(events().map(({ source }) => source)).toEqual(components.map((component) => ({ component })));
});
