import { isEmbedded } from "../platform/embedded.ts";
import { useEffect, useState, type RefObject } from "react";

/** A vertical range of scrolled content, in pixels from its top. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

const nothing: Band = { top: 0, bottom: 0 };

/**
 * Returns the visible range of a viewport's content with a margin on both sides; empty while the viewport itself is
 * scrolled out of view. The range changes in whole steps, so scrolling within a step does not re-render.
 */
export function useViewBand(viewport: RefObject<HTMLElement | null>, step: number): Band {
  const [band, setBand] = useState(nothing);
  useEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    let inSight = false;
    const measure = () => {
      const { scrollTop, clientHeight } = element;
      const top = Math.max(0, Math.floor(scrollTop / step) - margin) * step;
      const bottom = (Math.ceil((scrollTop + clientHeight) / step) + margin) * step;
      const next = inSight ? { top, bottom } : nothing;
      setBand((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
    };
    const sight = new IntersectionObserver((changes) => {
      inSight = isEmbedded() || (changes.at(-1)?.isIntersecting ?? false); // an embed has one viewport, always in sight
      measure();
    });
    const size = new ResizeObserver(measure);
    sight.observe(element);
    size.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      sight.disconnect();
      size.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [viewport, step]);
  return band;
}

/** The margin in steps beyond the visible range, so that scrolling does not show blank rows. */
const margin = 4;
