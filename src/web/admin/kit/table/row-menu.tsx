import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';

/** The id of the cell with the row's name. */
export const RowNameContext = createContext('');

/** The actions of a row, shown on hover and focus; on small screens in a sheet that “⋯” opens. */
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard triggers clicks on the buttons inside too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={actions}
        id={id}
        popover="auto"
        className="row-actions"
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
