/** What was typed into the form, without the logo: kept in this browser until the form is sent. */
const key = 'promotion-draft';

export const saveDraft = (form: HTMLFormElement) => {
  const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '');
  try {
    if (typed.length > 0) localStorage.setItem(key, JSON.stringify(typed));
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the text lasts until the page is closed.
  }
};

/** Fills in the draft. What is typed already wins: it is newer. */
export const restoreDraft = (form: HTMLFormElement) => {
  try {
    const typed: [string, string][] = JSON.parse(localStorage.getItem(key) ?? '[]');
    for (const [name, value] of typed) {
      const field = form.elements.namedItem(name);
      const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isTextField && field.value === '') field.value = value;
    }
  } catch {
    // Storage is blocked, or holds something else.
  }
};

export const clearDraft = (form: HTMLFormElement) => {
  form.reset();
  saveDraft(form);
};
