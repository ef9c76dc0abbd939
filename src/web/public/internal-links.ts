import { useEffect, useEffectEvent, useState } from 'react';
import { createPath, useLocation } from 'react-router';
import { useNavigateOnline } from './offline-navigation.ts';

/** Distinguishes a pointer that rests on a link from one that passes over it. */
const hoverDelayMs = 100;

const internalLink = (event: Event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.getAttribute('href')?.startsWith('/') && !link.target ? link : undefined;
};

const pathOf = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash;

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;

/**
 * Client-side navigation for all internal links, and the path that the visitor is about to follow, for prefetching.
 * One listener for the whole page: it has some 170 links, and a <Link> for each would double the time to render and
 * hydrate it.
 */
export const useInternalLinks = () => {
  const navigate = useNavigateOnline();
  const current = createPath(useLocation());
  const [intended, setIntended] = useState<string>();

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = internalLink(event);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(pathOf(link), { replace: pathOf(link) === current });
  });

  useEffect(() => {
    let timer: number | undefined;
    const prefetchSoon = (event: Event) => {
      clearTimeout(timer);
      const link = internalLink(event);
      if (link) timer = window.setTimeout(() => setIntended(pathOf(link)), hoverDelayMs);
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

  return intended;
};
