import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { type NotStored, notStoredEvent } from '../favourites/stores.ts';

// Loaded when they are first needed, because most visits need neither.
const CardMenu = lazy(() => import('./card-menu.tsx').catch(() => ({ default: () => <></> })));
const StorageNotice = lazy(() => import('../favourites/storage-notice.tsx').catch(() => ({ default: () => <></> })));

export interface OpenedMenu {
  video: CardVideo;
  button: HTMLElement;
}

const eventName = 'card-menu';

/** The detail of the last event of this name. */
const useLastEvent = <Detail,>(name: string) => {
  const [detail, setDetail] = useState<Detail>();
  useEffect(() => {
    const remember = (event: Event) => setDetail((event as CustomEvent<Detail>).detail);
    addEventListener(name, remember);
    return () => removeEventListener(name, remember);
  }, [name]);
  return [detail, useCallback(() => setDetail(undefined), [])] as const;
};

/** One menu serves all cards of a page, and one message all that can't be stored. */
export function CardMenuHost() {
  const [opened] = useLastEvent<OpenedMenu>(eventName);
  const [notStored, forget] = useLastEvent<NotStored>(notStoredEvent);
  return (
    <Suspense>
      {opened && <CardMenu opened={opened} />}
      {notStored && <StorageNotice notStored={notStored} onClose={forget} />}
    </Suspense>
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
