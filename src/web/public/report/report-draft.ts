const prefix = 'report-draft ';

/**
 * What was typed into a form, in this tab alone: it survives a reload and a crash, and is gone when the tab is closed. Others may use
 * the same phone.
 */
const storageKey = (form: string) => prefix + form;

const ignored = new Set(['website', 'proof', 'kind', 'intent']);

export const saveDraft = (name: string, form: HTMLFormElement) => {
  const typed = [...new FormData(form)].filter(([field, value]) => !ignored.has(field) && value !== '');
  try {
    if (typed.length > 0) sessionStorage.setItem(storageKey(name), JSON.stringify(typed));
    else sessionStorage.removeItem(storageKey(name));
  } catch {
    // Storage is blocked: the text lasts until the page is closed.
  }
};

const fill = (field: Element | RadioNodeList | null, value: string) => {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
  else if (field instanceof RadioNodeList && field.value === '') field.value = value;
  else if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === '')
    field.value = value;
};

/** Fills in the draft. What is there already wins: it is newer. */
export const restoreDraft = (name: string, form: HTMLFormElement) => {
  try {
    const typed: [string, string][] = JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '[]');
    for (const [field, value] of typed) fill(form.elements.namedItem(field), value);
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
