import { type KeyboardEvent, useState } from 'react';

interface RowKeys<T> {
  rows: T[];
  onOpen?: ((row: T) => void) | undefined;
  onDelete?: ((row: T) => void) | undefined;
}

const steps: Record<string, (place: number, count: number) => number> = {
  ArrowDown: (place, count) => Math.min(place + 1, count - 1),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One stop of the Tab key for all rows: arrows move between them, Enter opens one, Delete deletes it. */
export const useRowKeys = <T>({ rows, onOpen, onDelete }: RowKeys<T>) => {
  const [active, setActive] = useState(0);
  return (place: number) => ({
    tabIndex: place === Math.min(active, rows.length - 1) ? 0 : -1,
    onFocus: () => setActive(place),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      const row = rows[place];
      if (event.target !== event.currentTarget || row === undefined) return;
      const target = steps[event.key]?.(place, rows.length);
      if (target !== undefined) {
        const body = event.currentTarget.parentElement;
        (body?.children[target] as HTMLElement | undefined)?.focus();
      } else if (event.key === 'Enter' && onOpen) onOpen(row);
      else if (event.key === 'Delete' && onDelete) onDelete(row);
      else return;
      event.preventDefault();
    },
  });
};
