import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useSignedIn } from './admin-session.ts';
import { provideProofDialog } from './fresh-proof.ts';
import { ProofForm } from './proof-form.tsx';

/** Opens when a call needs a fresh proof of who is in front of the browser. */
export function ProofDialog() {
  const [open, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const password = useRef<HTMLInputElement>(null);
  const signedIn = useSignedIn();

  useEffect(
    () =>
      provideProofDialog(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setOpen(true);
          }),
      ),
    [],
  );
  const close = (confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
  };
  // The login takes over when the session has ended meanwhile.
  useEffect(() => {
    if (signedIn) return;
    setOpen(false);
    answer.current?.(false);
  }, [signedIn]);

  return (
    <FormDialog open={open} title="Confirm it’s you" size="narrow" initialFocus={password} onClose={() => close(false)}>
      <ProofForm ref={password} onProved={() => close(true)} />
    </FormDialog>
  );
}
