import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';

/** The id of the element with the row's name. */
export const RowNameContext = createContext('');

// On wide screens the popover is part of the row, as if it were none.
const inRow =
  'md:static md:flex md:w-auto md:justify-end md:overflow-visible md:bg-transparent md:text-inherit md:transition-opacity';
// Over the row, so that the other columns have its width. What has `data-always` (a state, say) is in the row.
const onHover =
  'md:[@media(hover:hover)]:not-has-[[data-always]]:absolute md:[@media(hover:hover)]:not-has-[[data-always]]:inset-y-0 md:[@media(hover:hover)]:not-has-[[data-always]]:right-3 md:[@media(hover:hover)]:not-has-[[data-always]]:left-auto md:[@media(hover:hover)]:not-has-[[data-always]]:items-center md:[@media(hover:hover)]:not-has-[[data-always]]:pl-3 md:[@media(hover:hover)]:not-has-[[data-always]]:bg-raised md:[@media(hover:hover)]:not-has-[[data-always]]:not-group-hover:not-group-focus-within:opacity-0';
const sheet =
  'max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:m-0 max-md:w-full max-md:max-w-none max-md:rounded-t-[20px] max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-4 max-md:pb-[calc(env(safe-area-inset-bottom)+16px)] max-md:text-text max-md:shadow-pop max-md:backdrop:bg-black/60';
/** Whatever a screen gives its actions, they are one below the other and as wide as the sheet. */
const listed =
  'max-md:[&>div]:grid max-md:[&>div]:w-full max-md:[&>div]:gap-2 max-md:[&_.btn]:h-12 max-md:[&_.btn]:w-full max-md:[&_.btn]:text-[15px] max-md:[&_.icon-button]:w-full';

/** The actions of a row: shown when the pointer or the focus is on it; on small screens, a sheet that “⋯” opens. */
export function RowMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const name = useContext(RowNameContext);
  const actions = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        aria-label="Actions"
        aria-labelledby={`${id}-button ${name}`}
        className="icon-button -mr-2 text-muted md:hidden"
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: closes after a click on a button within, which keys make too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={actions}
        id={id}
        popover="auto"
        className={`${inRow} ${onHover} ${sheet} ${listed}`}
        onClick={({ target }) => {
          const isControl = target instanceof Element && target.closest('a,button') !== null;
          if (isControl && actions.current?.matches(':popover-open')) actions.current.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
