import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import type { ValidationReport } from "../../validate/report.ts";
import { readText } from "../platform/files.ts";
import type { Page } from "../state/page.ts";

/** What came of files, and how many objects were accepted and refused, in words. */
export interface ValidatedFiles {
  readonly report: ValidationReport;
  readonly summary: string;
}

/**
 * Says of files what `kubepad validate` says: their objects are put into a server of their own in memory. Rejects with
 * a sentence if a file is too large or the server cannot be opened.
 */
export async function validateFiles(page: Page, files: readonly File[]): Promise<ValidatedFiles> {
  const texts = await Promise.all(
    files.map(async (file) => ({ name: file.name, text: await readText(file), isFound: file.name.includes("/") })),
  );
  const [{ validateManifests }, { summaryOf }, { policiesMs, validationControllers, validationPlugins }] =
    await Promise.all([
      import("../../validate/validate-manifests.ts"),
      import("../../validate/formats/text.ts"),
      import("../../validate/validation.ts"),
    ]);
  const server = await page.guests.openServer({
    controllers: validationControllers,
    enableAdmissionPlugins: validationPlugins,
  });
  const wait = (ms: number) => new Promise<void>((resolve) => void page.clock.after(ms, resolve));
  try {
    const random = createSeededRandom(1);
    const asked = {
      handle: server.handle,
      clock: page.clock,
      token: "",
      random: () => random.int(1_000_000) / 1_000_000,
      // policies take effect by the clock of the worker, whose timers are behind if it is busy
      settle: async () => {
        await wait(policiesMs);
        await server.inspect.stats();
        await wait(policiesMs / 10);
      },
    };
    const report = await validateManifests(asked, { files: texts });
    return { report, summary: summaryOf(report) };
  } finally {
    server.close();
  }
}
