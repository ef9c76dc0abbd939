/** Typed again as easily as before: nobody is asked whether to discard it. */
const isProof = ({ autocomplete }: HTMLInputElement | HTMLTextAreaElement) =>
  autocomplete === 'current-password' || autocomplete === 'one-time-code';

const isEdited = (control: Element) => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true;
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isText && !isProof(control) && control.value !== control.defaultValue;
};

/** Whether an uncontrolled form has other values than it started with. */
export const isFormEdited = (form: HTMLFormElement) => [...form.elements].some(isEdited);
