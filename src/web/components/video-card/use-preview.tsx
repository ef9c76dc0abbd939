import { lazy, type MouseEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { savesData } from '../saves-data.ts';
import type { CardVideo } from './card-video.ts';

/** Loaded with the first preview: most visits need none. A card that cannot have one stays as it is. */
const Preview = lazy(() => import('./preview.tsx').catch(() => ({ default: () => <></> })));

/** Distinguishes a pointer that rests on a card, or a finger held down, from one that passes or taps. */
const restMs = 400;

const isWanted = () => !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows more of a video while a pointer rests on its card or a finger is held down on it. */
export const usePreview = ({ previews }: CardVideo) => {
  const [isShown, setIsShown] = useState(false);
  const timer = useRef<number>(undefined);
  /** The finger that is on the card, and whether it has been there for so long that it does not follow the link. */
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
      if (pointerType !== 'touch' && isWanted()) start();
    },
    onPointerLeave: stop,
    onTouchStart: () => {
      touch.current = isWanted() ? 'tap' : 'none';
      if (touch.current === 'tap') start();
    },
    onTouchMove: stop,
    onTouchEnd: stop,
    onTouchCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (touch.current !== 'none') event.preventDefault();
    },
    // Some browsers click when a finger that was held down is lifted.
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
