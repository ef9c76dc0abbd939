import { useEffect, useEffectEvent, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';

/** Long enough to tell a pointer that rests on a link from one that passes over it. */
const intent = 100;

const internalLink = (event: Event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.getAttribute('href')?.startsWith('/') && !link.target ? link : undefined;
};

const pathOf = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash;

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;

/**
 * Makes every link within the site a navigation within the page, and returns the path that the visitor is about to
 * follow, for prefetching. One listener for all: a page has some 170 links, and a component of the router for each
 * would double the time that it takes to render and to wake up.
 */
export const useInternalLinks = () => {
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const [intended, setIntended] = useState<string>();

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = internalLink(event);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(pathOf(link), { replace: pathOf(link) === here });
  });

  useEffect(() => {
    let timer: number | undefined;
    const consider = (event: Event) => {
      clearTimeout(timer);
      const link = internalLink(event);
      if (link) timer = window.setTimeout(() => setIntended(pathOf(link)), intent);
    };
    addEventListener('click', follow);
    addEventListener('pointerover', consider);
    addEventListener('focusin', consider);
    addEventListener('touchstart', consider, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('click', follow);
      removeEventListener('pointerover', consider);
      removeEventListener('focusin', consider);
      removeEventListener('touchstart', consider);
    };
  }, []);

  return intended;
};
