import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation within the page the focus, and with it a screen reader, starts at the new content. */
export const useFocusOnArrival = () => {
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const content = useRef<HTMLElement>(null);
  const shown = useRef(place);

  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    content.current?.focus({ preventScroll: true });
  }, [place]);

  return content;
};
