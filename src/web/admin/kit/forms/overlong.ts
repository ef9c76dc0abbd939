import type { ClipboardEvent } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const maxLengthOf = (control: TextControl) => (control.maxLength < 0 ? Number.POSITIVE_INFINITY : control.maxLength);

/** What is wrong with a text that is longer than its field allows; the form cannot be sent with it. */
export const overlongNote = (target: EventTarget): string | undefined => {
  if (!isTextControl(target)) return undefined;
  const [length, max] = [target.value.length, maxLengthOf(target)];
  const note =
    length > max ? `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters: shorten it.` : '';
  target.setCustomValidity(note);
  return note || undefined;
};

/** A paste that is too long arrives whole, instead of being cut by the browser without a word. */
export const pasteWhole = (event: ClipboardEvent) => {
  const { target } = event;
  const text = event.clipboardData.getData('text');
  if (!isTextControl(target) || target.selectionStart === null || target.selectionEnd === null) return;
  const kept = target.value.length - (target.selectionEnd - target.selectionStart);
  if (kept + text.length <= maxLengthOf(target)) return;
  event.preventDefault();
  const oneLine = target instanceof HTMLInputElement ? text.replaceAll(/[\r\n]+/g, ' ') : text;
  target.setRangeText(oneLine, target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
};
