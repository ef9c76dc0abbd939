import { lazy, type MouseEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { savesData } from '../saves-data.ts';
import type { CardVideo } from './card-video.ts';

/** Loaded with the first preview, because most visits need none. If that fails, cards have no previews. */
const Preview = lazy(() => import('./preview.tsx').catch(() => ({ default: () => <></> })));

/** Distinguishes hovering and long presses from passing over a card and tapping it. */
const restMs = 400;

const isAllowed = () => !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows a preview while the card is hovered or pressed. */
export const usePreview = ({ previews }: CardVideo) => {
  const [isShown, setIsShown] = useState(false);
  const timer = useRef<number>(undefined);
  /** The current touch: 'hold' after a long press, which must not follow the link. */
  const touch = useRef<'none' | 'tap' | 'hold'>('none');

  const stop = () => {
    clearTimeout(timer.current);
    setIsShown(false);
  };
  const start = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (touch.current === 'tap') touch.current = 'hold';
      setIsShown(true);
    }, restMs);
    addEventListener('scroll', stop, { once: true, passive: true });
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  if (!previews) return { handlers: {}, shown: null };
  const handlers = {
    'data-previews': previews.length,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch' && isAllowed()) start();
    },
    onPointerLeave: stop,
    onTouchStart: () => {
      touch.current = isAllowed() ? 'tap' : 'none';
      if (touch.current === 'tap') start();
    },
    onTouchMove: stop,
    onTouchEnd: stop,
    onTouchCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (touch.current !== 'none') event.preventDefault();
    },
    // Some browsers fire a click after a long press.
    onClickCapture: (event: MouseEvent) => {
      if (touch.current !== 'hold') return;
      touch.current = 'none';
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const shown = isShown && (
    <Suspense>
      <Preview urls={previews} />
    </Suspense>
  );
  return { handlers, shown };
};
