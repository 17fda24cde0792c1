import { useEffect, useMemo } from "react";
import type { EditorAssist } from "../../assist/editor-assist.ts";
import { createManifestAssist, type ManifestScope } from "../../assist/manifest-assist.ts";
import { openApi } from "./openapi.ts";
import { usePage } from "./page.ts";

/** Returns editing support from the server's schemas for a manifest editor. Schemas are loaded on first use. */
export function useManifestAssist({ expected, partial }: ManifestScope): EditorAssist {
  const page = usePage();
  const { group, version, kind } = expected ?? {};
  useEffect(() => openApi.of(page).getState().refresh(), [page]);
  return useMemo(() => {
    const named = group === undefined || version === undefined || kind === undefined;
    return createManifestAssist(openApi.of(page).getState().schemas, {
      expected: named ? undefined : { group, version, kind },
      partial,
    });
  }, [page, group, version, kind, partial]);
}
