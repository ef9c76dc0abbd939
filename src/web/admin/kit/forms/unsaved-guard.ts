import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmation } from '../feedback/confirmation.tsx';

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

/** While something is unsaved, asks before another screen is opened and before the page unloads. */
export const useUnsavedGuard = (unsaved: boolean) => {
  const confirm = useConfirmation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm(discardChanges).then((discard) => (discard ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsaved]);
};

/** The guard as a component, for screens that mount it only while no form is open: React Router allows one blocker. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  useUnsavedGuard(unsaved);
  return null;
}
