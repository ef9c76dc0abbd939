import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves focus to the new content after a client-side navigation, so that screen readers start there. */
export const useFocusOnArrival = () => {
  const { pathname, search } = useLocation();
  const url = pathname + search;
  const content = useRef<HTMLElement>(null);
  const focusedUrl = useRef(url);

  useEffect(() => {
    if (focusedUrl.current === url) return;
    focusedUrl.current = url;
    content.current?.focus({ preventScroll: true });
  }, [url]);

  return content;
};
