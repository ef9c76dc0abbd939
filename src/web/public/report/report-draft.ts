const prefix = 'report-draft ';

/**
 * What was typed into a form, in this tab alone: it survives a reload and a crash, and is gone when the tab is closed. Others may use
 * the same phone.
 */
const storageKey = (form: string) => prefix + form;

const ignored = new Set(['website', 'proof', 'kind', 'intent']);

type Typed = [field: string, value: string][];

const readDraft = (name: string): Typed => JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '[]');

/** Stores what is typed into the form, and keeps what was typed into fields that it does not have. */
export const saveDraft = (name: string, form: HTMLFormElement) => {
  const typed = [...new FormData(form)].filter(([field, value]) => !ignored.has(field) && value !== '');
  try {
    const others = readDraft(name).filter(([field]) => form.elements.namedItem(field) === null);
    sessionStorage.setItem(storageKey(name), JSON.stringify([...typed, ...others]));
  } catch {
    // Storage is blocked: the text lasts until the page is closed.
  }
};

/** The URL of a video whose "Report" was pressed joins those that were typed before. */
const joined = (before: string, now: string) => (before.split('\n').includes(now) ? before : `${before}\n${now}`);

const fill = (field: Element | RadioNodeList | null, value: string) => {
  if (field instanceof HTMLTextAreaElement && field.name === 'urls' && field.value !== '')
    field.value = joined(value, field.value);
  else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
  else if (field instanceof RadioNodeList && field.value === '') field.value = value;
  else if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === '')
    field.value = value;
};

/** Fills in the draft. What is there already wins: it is newer. */
export const restoreDraft = (name: string, form: HTMLFormElement) => {
  try {
    for (const [field, value] of readDraft(name)) fill(form.elements.namedItem(field), value);
  } catch {
    // Storage is blocked, or holds something else.
  }
};

export const clearDraft = (name: string) => {
  try {
    sessionStorage.removeItem(storageKey(name));
  } catch {
    // There was none.
  }
};
