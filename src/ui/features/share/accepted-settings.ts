import type { ChosenSettings } from "../../../client/settings.ts";
import type { WorldSettings } from "../../../share/world.ts";
import type { Inspector } from "../../../client/inspector.ts";

/** Settings that a server accepts, and those that it does not, each with its reason. */
export interface Acceptance {
  readonly accepted: WorldSettings;
  readonly leftOut: readonly string[];
}

/**
 * Tries the settings of a world one by one, since those of another version of Kubepad may not be known here. `inspect`
 * is that of a server in memory.
 */
export async function acceptedBy(inspect: Inspector, settings: WorldSettings): Promise<Acceptance> {
  const { emulatedVersion, featureGates = {}, runtimeConfig, controllers, pace } = settings;
  const { enableAdmissionPlugins: enable, disableAdmissionPlugins: disable } = settings;
  const { defaults } = await inspect.serverSettings();
  const { pace: _own, ...all } = settings;
  const isKnown = await inspect.trySettings({ ...defaults, ...all }).then(
    () => true,
    () => false,
  );
  if (isKnown) return { accepted: settings, leftOut: [] };
  const leftOut: string[] = [];
  const accepts = async (what: string, part: Partial<ChosenSettings>): Promise<boolean> => {
    try {
      await inspect.trySettings({ ...defaults, ...part });
      return true;
    } catch {
      leftOut.push(what);
      return false;
    }
  };
  const those = async <T>(
    items: readonly T[],
    what: (item: T) => string,
    part: (item: T) => Partial<ChosenSettings>,
  ) => {
    const kept: T[] = [];
    for (const item of items) if (await accepts(what(item), part(item))) kept.push(item);
    return kept;
  };
  const isRelease = emulatedVersion !== undefined && (await accepts(`release ${emulatedVersion}`, { emulatedVersion }));
  const release = isRelease ? { emulatedVersion } : {};
  const gates = await those(
    Object.entries(featureGates),
    ([name]) => `feature gate ${name}`,
    ([name, on]) => ({ ...release, featureGates: { [name]: on } }),
  );
  const isServed =
    runtimeConfig !== undefined &&
    (await accepts(`served APIs ${runtimeConfig}`, {
      ...release,
      featureGates: Object.fromEntries(gates),
      runtimeConfig,
    }));
  const plugin = (name: string): string => `admission plugin ${name}`;
  const enabled = enable && (await those(enable, plugin, (name) => ({ enableAdmissionPlugins: [name] })));
  const disabled = disable && (await those(disable, plugin, (name) => ({ disableAdmissionPlugins: [name] })));
  const run =
    controllers &&
    (await those(
      controllers,
      (name) => `controller ${name.replace(/^-/, "")}`,
      (name) => ({ controllers: [name] }),
    ));
  return {
    accepted: {
      ...release,
      ...(gates.length > 0 && { featureGates: Object.fromEntries(gates) }),
      ...(isServed && { runtimeConfig }),
      ...(enabled !== undefined && { enableAdmissionPlugins: enabled }),
      ...(disabled !== undefined && { disableAdmissionPlugins: disabled }),
      ...(run !== undefined && { controllers: run }),
      ...(pace !== undefined && { pace }),
    },
    leftOut,
  };
}
