import { type ComponentProps, type SubmitEvent, useEffect, useEffectEvent } from 'react';
import { Icon } from '../../components/icon.tsx';
import { SearchBox } from '../search/search-box.tsx';

interface OpenSearchProps extends ComponentProps<'button'> {
  onOpen: () => void;
}

/**
 * Opens the search box on small screens. Without JavaScript it opens the search page. It is a form, because search engines
 * would follow a link from every page to the search page, which they must not index.
 */
export function OpenSearch({ onOpen, ...button }: OpenSearchProps) {
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <form action="/search" onSubmit={open} className="contents">
      <button type="submit" {...button} />
    </form>
  );
}

/** Replaces the search box below the medium breakpoint: a bar that covers the top of the page. */
export function MobileSearch({ onClose }: { onClose: () => void }) {
  return (
    <div className="fixed inset-x-0 top-0 z-30 flex h-[62px] items-center gap-2 border-b border-line bg-bg px-3.5 md:hidden">
      <div className="min-w-0 flex-1">
        <SearchBox id="mobile-search" focusOnMount onEscape={onClose} />
      </div>
      <button type="button" className="icon-button" aria-label="Close search" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The key `/` focuses the search box with this id, or calls `openSearch` if the box is hidden, as on small screens. */
export const useSlashKey = (boxId: string, openSearch: () => void) => {
  const focusSearch = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const box = document.getElementById(boxId);
    if (box?.checkVisibility()) box.focus();
    else openSearch();
  });
  useEffect(() => {
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);
};
