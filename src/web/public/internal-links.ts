import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPath, useLocation, useNavigation, useNavigationType } from 'react-router';
import { savesData } from '../components/saves-data.ts';
import { useLoadModules, useNavigateOnline } from './offline-navigation.tsx';
import { readHistoryEntry, writeHistoryEntry } from './session-history.ts';

const key = 'followed';

/** Call this before following a link, so that focus returns to it when the visitor comes back. */
const rememberFollowed = (link: HTMLAnchorElement) => writeHistoryEntry(key, link.getAttribute('href'));

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
      // Wait a frame: related videos that had been loaded are restored in an effect.
      if (isBackInDocument()) requestAnimationFrame(() => focusFollowed(content));
    } else if (!isStaying(document.activeElement) && !(isBack && focusFollowed(content)))
      content.current?.focus({ preventScroll: true });
  }, [url, isBack]);

  return content;
};

/** Don't prefetch links that the pointer only passes over. */
const hoverDelayMs = 100;

const internalLink = (event: Event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.getAttribute('href')?.startsWith('/') && !link.target ? link : undefined;
};

/** A navigation that keeps the page, its scroll position and its focus while it loads: another choice for the same list. */
export const inPlace = { preventScrollReset: true, state: { isInPlace: true } };

/** The target of such a navigation while it is running. */
export const useTargetInPlace = () => {
  const { location } = useNavigation();
  return (location?.state as { isInPlace?: boolean } | null)?.isInPlace ? location : undefined;
};

const isStaying = (element: Element | null) => Boolean(element?.closest('[data-in-place]'));

const pathOf = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash;

export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;

/**
 * Client-side navigation for all internal links. Returns the path that the visitor is about to follow, for prefetching.
 * Uses one listener for the whole page: a page has some 170 links, and a <Link> for each would double the time it takes
 * to render and hydrate.
 */
export const useInternalLinks = () => {
  const navigate = useNavigateOnline();
  const loadModules = useLoadModules();
  const current = createPath(useLocation());
  const [intendedPath, setIntendedPath] = useState<string>();

  const { state } = useNavigation();
  /** The target of the running navigation, so that a double click doesn't start it twice. */
  const pending = useRef<string>(undefined);
  useEffect(() => {
    if (state === 'idle') pending.current = undefined;
  }, [state]);

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = internalLink(event);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const path = pathOf(link);
    if (path === pending.current) return;
    pending.current = path;
    rememberFollowed(link);
    void navigate(path, { replace: path === current, ...(isStaying(link) ? inPlace : {}) }).then((hasNavigated) => {
      if (!hasNavigated && pending.current === path) pending.current = undefined;
    });
  });
  const prefetch = useEffectEvent((path: string) =>
    loadModules(path).then(
      () => setIntendedPath(path),
      () => undefined,
    ),
  );

  useEffect(() => {
    let timer: number | undefined;
    const prefetchSoon = (event: Event) => {
      clearTimeout(timer);
      const link = internalLink(event);
      if (link && !savesData()) timer = window.setTimeout(() => prefetch(pathOf(link)), hoverDelayMs);
    };
    addEventListener('click', follow);
    addEventListener('pointerover', prefetchSoon);
    addEventListener('focusin', prefetchSoon);
    addEventListener('touchstart', prefetchSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('click', follow);
      removeEventListener('pointerover', prefetchSoon);
      removeEventListener('focusin', prefetchSoon);
      removeEventListener('touchstart', prefetchSoon);
    };
  }, []);

  return intendedPath;
};
