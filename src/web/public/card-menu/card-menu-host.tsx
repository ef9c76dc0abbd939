import { lazy, Suspense, useEffect, useState } from 'react';
import type { CardVideo } from '../../components/video-card/card-video.ts';

/** Loaded with the first menu, because most visits need none. */
const CardMenu = lazy(() => import('./card-menu.tsx').catch(() => ({ default: () => <></> })));

export interface OpenedMenu {
  video: CardVideo;
  button: HTMLElement;
}

const eventName = 'card-menu';

/** One menu serves all cards of a page. */
export function CardMenuHost() {
  const [opened, setOpened] = useState<OpenedMenu>();
  useEffect(() => {
    const open = (event: Event) => setOpened((event as CustomEvent<OpenedMenu>).detail);
    addEventListener(eventName, open);
    return () => removeEventListener(eventName, open);
  }, []);
  return (
    opened && (
      <Suspense>
        <CardMenu opened={opened} />
      </Suspense>
    )
  );
}

/** Opens the menu of a card. The icon is in the style sheet, to keep the HTML of long lists small. */
export function CardMenuButton({ video }: { video: CardVideo }) {
  return (
    <button
      type="button"
      className="card-more"
      aria-haspopup="dialog"
      aria-label={`Hide: ${video.title}`}
      onClick={({ currentTarget }) => {
        const detail: OpenedMenu = { video, button: currentTarget };
        dispatchEvent(new CustomEvent(eventName, { detail }));
      }}
    />
  );
}
