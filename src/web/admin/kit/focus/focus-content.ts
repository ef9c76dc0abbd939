/** Where the focus is when it is on nothing in particular. */
export const isOnPage = (element: EventTarget | null) =>
  element === document.body || (element instanceof HTMLElement && element.id === 'main');

export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

/** Focuses the row to go on with, which is the Tab stop of its table; without one, the content of the screen. */
export const focusContent = () => {
  const row = document.querySelector<HTMLElement>('#main tr[tabindex="0"]');
  if (row) row.focus({ preventScroll: true });
  else focusMain();
};
