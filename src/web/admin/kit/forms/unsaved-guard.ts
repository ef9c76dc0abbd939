import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmation } from '../dialogs/confirmation.tsx';
import { canGoOn } from '../session/admin-session.ts';

const discardChanges = {
  question: 'Discard changes?',
  details: 'Your changes have not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
};

/** Asks before unsaved changes are discarded. */
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

/** The forms on the screen that may have something unsaved, by an id of each. */
const guardedForms = new Map<string, GuardedForm>();

/**
 * While something is unsaved, asks before another screen is opened and before the page unloads. Whoever leaves
 * nevertheless has discarded it. A function is asked at that moment.
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
/** Whether leaving or reloading the screen would lose something. */
export const isUnsaved = () => unsavedForms().length > 0 && canGoOn();

/** For the layout: React Router allows one blocker at a time, so the forms share it. */
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

/** The guard as a component, for what is unsaved outside a form. */
export function UnsavedGuard({ unsaved, onDiscard }: { unsaved: boolean; onDiscard: () => void }) {
  useUnsavedGuard(unsaved, onDiscard);
  return null;
}

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
