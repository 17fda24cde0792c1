import { useEffect, useState, type RefObject } from "react";

/** A stretch of a scrolled content, in pixels from its top. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

const nothing: Band = { top: 0, bottom: 0 };

/**
 * The stretch of a viewport's content that is in sight, and a little more on both sides; nothing while the viewport is
 * itself scrolled out of sight. It moves in whole steps, so that scrolling inside one draws nothing.
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
      inSight = changes.at(-1)?.isIntersecting ?? false;
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

/** Steps beyond what is in sight, so that scrolling does not show blank rows. */
const margin = 4;
