import { type KeyboardEvent as RowKeyEvent, useLayoutEffect, useRef, useState } from 'react';
import { isPageItself } from '../focus.ts';

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

const focusRow = (body: Element | null, index: number) => (body?.children[index] as HTMLElement | undefined)?.focus();

/** When nothing is focused, ArrowDown focuses the first row of the page's first table, and ArrowUp the last row. */
const useEntryKeys = (count: number) => {
  const body = useRef<HTMLTableSectionElement>(null);
  // A layout effect, so that keys work as soon as the rows are visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
      if (!isArrow || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || !isPageItself(target)) return;
      if (count === 0 || document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      event.preventDefault();
      focusRow(body.current, key === 'ArrowDown' ? 0 : count - 1);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [count]);
  return body;
};

/** Roving tabindex: the rows are one Tab stop; arrows, Home and End move, Enter opens, Delete deletes. */
export const useRowKeys = <T>({ rows, onOpen, onDelete }: RowKeys<T>) => {
  const [active, setActive] = useState(0);
  const body = useEntryKeys(rows.length);
  const keysOf = (index: number) => ({
    tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
    onFocus: () => setActive(index),
    onKeyDown: (event: RowKeyEvent<HTMLTableRowElement>) => {
      const row = rows[index];
      if (event.target !== event.currentTarget || row === undefined) return;
      const target = nextRow[event.key]?.(index, rows.length);
      if (target !== undefined) focusRow(event.currentTarget.parentElement, target);
      else if (event.key === 'Enter' && onOpen) onOpen(row);
      else if (event.key === 'Delete' && onDelete) onDelete(row);
      else return;
      event.preventDefault();
    },
  });
  return { body, keysOf };
};
