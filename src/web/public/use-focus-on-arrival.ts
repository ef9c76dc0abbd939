import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readHistoryEntry, writeHistoryEntry } from './history-entry.ts';

const key = 'followed';

/** Call it before a link is followed: whoever comes back finds the focus on it. */
export const rememberFollowed = (link: HTMLAnchorElement) => writeHistoryEntry(key, link.getAttribute('href'));

const focusFollowed = ({ current }: RefObject<HTMLElement | null>) => {
  const href = readHistoryEntry<string>(key);
  const link = href === undefined ? null : current?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
  link?.focus({ preventScroll: true });
  return Boolean(link);
};

const isBackInDocument = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
};

/**
 * Moves focus to the new content after a client-side navigation, so that screen readers start there. Going back moves it
 * to the link that was followed.
 */
export const useFocusOnArrival = () => {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const url = pathname + search;
  const content = useRef<HTMLElement>(null);
  const focusedUrl = useRef<string>(undefined);

  useEffect(() => {
    const isFirst = focusedUrl.current === undefined;
    if (focusedUrl.current === url) return;
    focusedUrl.current = url;
    if (isFirst) {
      // The next frame has the related videos that had been loaded, too.
      if (isBackInDocument()) requestAnimationFrame(() => focusFollowed(content));
    } else if (!(isBack && focusFollowed(content))) content.current?.focus({ preventScroll: true });
  }, [url, isBack]);

  return content;
};
