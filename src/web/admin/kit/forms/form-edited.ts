const isEdited = (control: Element) => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isText && control.value !== control.defaultValue;
};

/** Whether an uncontrolled form has other values than it started with. */
export const isFormEdited = (form: HTMLFormElement) => [...form.elements].some(isEdited);
