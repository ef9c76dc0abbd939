import { Icon } from '../../components/icon.tsx';
import { SearchBox } from '../search/search-box.tsx';

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
