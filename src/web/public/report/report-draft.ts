/**
 * Drafts are in sessionStorage: they survive a reload and a crash, and are gone when the tab is closed, because others
 * may use the same phone.
 */
const storageKey = (form: string) => `report-draft ${form}`;

const ignored = new Set(['website', 'proof', 'kind', 'intent']);

type Typed = [field: string, value: string][];

const readDraft = (name: string): Typed => JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '[]');

/** Stores the form's values. Keeps stored values of fields that this form doesn't have. */
export const saveDraft = (name: string, form: HTMLFormElement) => {
  const typed = [...new FormData(form)].filter(([field, value]) => !ignored.has(field) && value !== '');
  try {
    const others = readDraft(name).filter(([field]) => form.elements.namedItem(field) === null);
    sessionStorage.setItem(storageKey(name), JSON.stringify([...typed, ...others]));
  } catch {
    // Storage is blocked: the text lasts until the page is closed.
  }
};

/** Adds the URL of the video that the visitor reports now to the URLs in the draft. */
const withUrl = (urls: string, url: string) => (urls.split('\n').includes(url) ? urls : `${urls}\n${url}`);

const fill = (field: Element | RadioNodeList | null, value: string) => {
  if (field instanceof HTMLTextAreaElement && field.name === 'urls' && field.value !== '')
    field.value = withUrl(value, field.value);
  else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
  else if (field instanceof RadioNodeList && field.value === '') field.value = value;
  else if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === '')
    field.value = value;
};

/** Fills in the URL of the reported video, unless the form already has URLs. */
export const fillUrl = (form: HTMLFormElement, url: string) => fill(form.elements.namedItem('urls'), url);

/** Fills in the draft. Existing values win, because they are newer. */
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
    // Storage is blocked, so there is no draft.
  }
};
