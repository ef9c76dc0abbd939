import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmation } from '../feedback/confirmation.tsx';

export const unsavedQuestion = 'You have unsaved changes. Leave without saving them?';

/** Leaving the screen asks first while something is not saved: within the site and out of it. */
export const useUnsavedGuard = (unsaved: boolean) => {
  const confirm = useConfirmation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm(unsavedQuestion, 'Leave').then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);

  useEffect(() => {
    if (!unsaved) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [unsaved]);
};

/** The guard of a screen whose form is closed: the router knows one at a time. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  useUnsavedGuard(unsaved);
  return null;
}
