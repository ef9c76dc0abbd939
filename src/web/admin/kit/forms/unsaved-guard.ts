import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmation } from '../dialogs/confirmation.tsx';
import { canStillSave } from '../session/admin-session.ts';

const discardChanges = {
  question: 'Discard changes?',
  details: 'Your changes have not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
};

/** Asks for confirmation before unsaved changes are discarded. */
export const useDiscardQuestion = () => {
  const confirm = useConfirmation();
  return async (unsaved: boolean, discard: () => void) => {
    if (!unsaved || (await confirm(discardChanges))) discard();
  };
};

interface GuardedForm {
  isUnsaved: () => boolean;
  discard: () => void;
}

/** The forms on the screen that may have unsaved changes, by id. */
const guardedForms = new Map<string, GuardedForm>();

/**
 * Asks for confirmation before another screen is opened or the page unloads while there are unsaved changes, and then
 * discards them. `unsaved` may be a function that is called at that moment.
 */
export const useUnsavedGuard = (unsaved: boolean | (() => boolean), onDiscard: () => void = () => {}) => {
  const id = useId();
  useEffect(() => {
    if (unsaved === false) return;
    guardedForms.set(id, { isUnsaved: () => unsaved === true || unsaved(), discard: onDiscard });
    return () => void guardedForms.delete(id);
  }, [id, unsaved, onDiscard]);
};

const unsavedForms = () => [...guardedForms.values()].filter(({ isUnsaved }) => isUnsaved());

/** Whether leaving or reloading the screen would lose changes. */
export const isUnsaved = () => unsavedForms().length > 0 && canStillSave();

/** Rendered once in the layout: React Router allows only one blocker at a time. */
export function LeaveGuard() {
  const confirm = useConfirmation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm(discardChanges).then((discard) => {
      if (!discard) return blocker.reset();
      for (const form of unsavedForms()) form.discard();
      blocker.proceed();
    });
  }, [blocker, confirm]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return null;
}

/** The guard as a component, for unsaved changes outside a form. */
export function UnsavedGuard({ unsaved, onDiscard }: { unsaved: boolean; onDiscard: () => void }) {
  useUnsavedGuard(unsaved, onDiscard);
  return null;
}

/** Passwords and codes of the admin don't count as unsaved changes. */
const isCredential = ({ autocomplete }: HTMLInputElement | HTMLTextAreaElement) =>
  autocomplete === 'current-password' || autocomplete === 'one-time-code';

const isEdited = (control: Element) => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true;
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isText && !isCredential(control) && control.value !== control.defaultValue;
};

/** Whether an uncontrolled form's values differ from its initial values. */
export const isFormEdited = (form: HTMLFormElement) => [...form.elements].some(isEdited);
