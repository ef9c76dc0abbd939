import { type KeyboardEvent, useState } from 'react';

interface RowKeys<T> {
  rows: T[];
  onOpen?: ((row: T) => void) | undefined;
  onDelete?: ((row: T) => void) | undefined;
}

const nextRow: Record<string, (row: number, count: number) => number> = {
  ArrowDown: (row, count) => Math.min(row + 1, count - 1),
  ArrowUp: (row) => Math.max(row - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Roving tabindex: one Tab stop for all rows; arrows, Home and End move, Enter opens, Delete deletes. */
export const useRowKeys = <T>({ rows, onOpen, onDelete }: RowKeys<T>) => {
  const [active, setActive] = useState(0);
  return (index: number) => ({
    tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
    onFocus: () => setActive(index),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      const row = rows[index];
      if (event.target !== event.currentTarget || row === undefined) return;
      const target = nextRow[event.key]?.(index, rows.length);
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
