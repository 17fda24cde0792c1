import { createMemoryBackend, createMemoryMedium } from "./memory.ts";
import { describeBackend } from "./testing/describe-backend.ts";

describeBackend("memory", () => {
  const medium = createMemoryMedium();
  return { open: async () => createMemoryBackend(medium) };
});
