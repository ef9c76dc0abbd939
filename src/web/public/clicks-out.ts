import { useEffect } from 'react';
import { type ClickKind, clicksPath } from '#contract/values/urls.ts';

/** Attributes of a link whose clicks `useClicksOut` counts. */
export const clickOut = (kind: ClickKind, target: string) => ({ 'data-out': `${kind} ${target}` });

/** Fire and forget. The request survives the page being left. */
const send = (kind: string, target: string) => {
  const body = JSON.stringify({ kind, target, openMs: Math.round(performance.now()) });
  const json = new Blob([body], { type: 'application/json' });
  if (navigator.sendBeacon?.(`/api${clicksPath}`, json)) return;
  fetch(`/api${clicksPath}`, { method: 'POST', body: json, keepalive: true }).catch(() => {});
};

const middleButton = 1;

const count = (event: MouseEvent) => {
  // Ignore clicks by scripts and browser extensions, and the right button, which opens a menu.
  if (!event.isTrusted || (event.type === 'auxclick' && event.button !== middleButton)) return;
  const marked = (event.target as Element).closest<HTMLElement>('[data-out]')?.dataset.out;
  if (!marked) return;
  const [kind = '', target = ''] = marked.split(' ', 2);
  // The click started the embedded player instead of leaving the site.
  send(kind === 'play' && event.defaultPrevented ? 'embed' : kind, target);
};

/** Counts clicks on the page's `clickOut` links, including middle clicks. The links need no redirect to be counted. */
export const useClicksOut = () =>
  useEffect(() => {
    // On the window, so that React's handlers, which may call preventDefault(), have run before.
    window.addEventListener('click', count);
    window.addEventListener('auxclick', count);
    return () => {
      window.removeEventListener('click', count);
      window.removeEventListener('auxclick', count);
    };
  }, []);
