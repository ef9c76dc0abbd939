import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmation } from '../feedback/confirmation.tsx';
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

/** The forms on the screen with something unsaved, by an id of each. */
const unsavedForms = new Map<string, () => void>();

/**
 * While something is unsaved, asks before another screen is opened and before the page unloads. Whoever leaves
 * nevertheless has discarded it.
 */
export const useUnsavedGuard = (unsaved: boolean, onDiscard: () => void = () => {}) => {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return;
    unsavedForms.set(id, onDiscard);
    return () => void unsavedForms.delete(id);
  }, [id, unsaved, onDiscard]);
};

const isUnsaved = () => unsavedForms.size > 0 && canGoOn();

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
      for (const discardForm of unsavedForms.values()) discardForm();
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
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  useUnsavedGuard(unsaved);
  return null;
}
