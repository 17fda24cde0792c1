import { versionInfo, type VersionInfo } from "../apiserver/endpoints/routes/version.ts";
import { binaryRelease } from "../component-base/versions/release.ts";

/** Returns what `/version` tells of this server. */
export const serverVersion = (): VersionInfo => versionInfo(binaryRelease);
