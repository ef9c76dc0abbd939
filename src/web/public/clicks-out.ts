import { useEffect } from 'react';
import { type ClickKind, clicksPath } from '#contract/values/urls.ts';

/** Marks a link whose clicks are counted, for `useClicksOut`. */
export const clickOut = (kind: ClickKind, target: string) => ({ 'data-out': `${kind} ${target}` });

/** The browser sends it after the page is gone, too. Nothing waits for it, and whether it arrives does not matter. */
const send = (kind: string, target: string) => {
  const body = JSON.stringify({ kind, target, openMs: Math.round(performance.now()) });
  const json = new Blob([body], { type: 'application/json' });
  if (navigator.sendBeacon?.(`/api${clicksPath}`, json)) return;
  fetch(`/api${clicksPath}`, { method: 'POST', body: json, keepalive: true }).catch(() => {});
};

const middleButton = 1;

const count = (event: MouseEvent) => {
  // Scripts, extensions among them, click without anybody having done so; the right button opens a menu.
  if (!event.isTrusted || (event.type === 'auxclick' && event.button !== middleButton)) return;
  const marked = (event.target as Element).closest<HTMLElement>('[data-out]')?.dataset.out;
  if (!marked) return;
  const [kind = '', target = ''] = marked.split(' ', 2);
  // A press that plays the video in place does not lead away.
  send(kind === 'play' && event.defaultPrevented ? 'embed' : kind, target);
};

/** Counts how visitors leave by marked links of the page, whichever way they open them. The links themselves lead straight there. */
export const useClicksOut = () =>
  useEffect(() => {
    // On the window, after React has decided what a click does.
    window.addEventListener('click', count);
    window.addEventListener('auxclick', count);
    return () => {
      window.removeEventListener('click', count);
      window.removeEventListener('auxclick', count);
    };
  }, []);
