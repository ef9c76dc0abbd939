import { Dialog } from '@base-ui/react/dialog';
import { type Ref, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { proofMinutes } from '#contract/values/accounts.ts';
import { limits } from '#contract/values/fields.ts';
import { backdrop, popup, useTopmost } from '../dialogs/dialog.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { CodeField, TextField } from '../forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../forms/form.tsx';
import { loadSecondFactor, proveWithPasskey, type SecondFactor } from '../records/accounts.ts';
import { Problem } from '../screen-parts.tsx';
import { adminClient, endWaiting, giveUpWaiting, useSessionEnded } from './admin-client.ts';
import {
  forgetAdmin,
  isConfinedToAccount,
  readAdmin,
  rememberReturnUrl,
  storeAdmin,
  useAdmin,
  useSignedIn,
} from './admin-session.ts';
import { provideProofDialog } from './fresh-proof.ts';
import { arePasskeysSupported } from './passkeys.ts';
import { SignInForm, useSignIn } from './sign-in.tsx';

function SignInAgain() {
  const admin = useAdmin();
  const steps = useSignIn((signedIn) => {
    if (isConfinedToAccount(signedIn)) rememberReturnUrl(window.location);
    storeAdmin(signedIn);
    endWaiting(signedIn._id);
  });
  const leave = () => {
    rememberReturnUrl(window.location);
    forgetAdmin();
    giveUpWaiting();
  };
  return (
    <>
      <SignInForm steps={steps} identifier={admin?.email ?? ''} />
      {steps.message?.failed && (
        <p className="mt-4 text-sm text-muted">
          If someone has changed your password or deactivated your account, ask a main admin. What you typed stays in
          this browser.
        </p>
      )}
      <button
        type="button"
        disabled={steps.busy}
        onClick={leave}
        className="mt-5 cursor-pointer text-sm text-accent underline underline-offset-3"
      >
        Leave this screen
      </button>
    </>
  );
}

/** Signs in on top of the screen when the session has ended, so that the screen keeps its input. */
export function EndedSessionDialog() {
  const isOpen = useSessionEnded();
  useTopmost(isOpen);
  return (
    // Without a session there is nothing to go back to, so Escape does nothing.
    <Dialog.Root open={isOpen} disablePointerDismissal onOpenChange={(_, { cancel }) => cancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={`${popup} w-[min(440px,calc(100vw-28px))] p-6`}>
          <Dialog.Title className="text-lg font-[620]">Your session has ended</Dialog.Title>
          <Dialog.Description className="mt-2 text-muted">
            Sign in again to continue where you left off. Nothing you typed is lost.
          </Dialog.Description>
          <SignInAgain />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ProofFormProps {
  /** The password field, which gets the initial focus. */
  ref: Ref<HTMLInputElement>;
  onProved: () => void;
}

/** The account's second factors; undefined until they are loaded. */
const useSecondFactor = () => {
  const [secondFactor, setSecondFactor] = useState<SecondFactor>();
  useEffect(() => {
    // If this fails, the API's error still says what is missing.
    loadSecondFactor().then(setSecondFactor, console.warn);
  }, []);
  return secondFactor;
};

function ProofForm({ ref, onProved }: ProofFormProps) {
  const admin = useAdmin();
  const { busy, problem, errors, submit } = useSubmit('Your identity could not be checked.');
  const { authenticatorApp = false, passkeys = [] } = useSecondFactor() ?? {};
  const needsCode = authenticatorApp || passkeys.length > 0 || errors?.code !== undefined;

  const prove = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = needsCode ? { code: formText(form, 'code') } : {};
    void submit(async () => {
      await adminClient.proveIdentity({ body: { password: String(form.get('password')), ...code } });
      onProved();
    });
  };
  const confirmWithPasskey = () =>
    submit(async () => {
      await proveWithPasskey();
      onProved();
    });

  return (
    <>
      <p className="mb-4 text-muted">
        This affects the security of the site, so please enter your password {needsCode ? 'and a code' : 'once more'}.
        You won’t be asked again for {proofMinutes} minutes.
      </p>
      <Problem message={errors?.password || errors?.code ? undefined : problem} />
      <Form errors={errors} onSubmit={prove} className="flex flex-col gap-4">
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={admin?.email ?? ''} readOnly hidden aria-hidden />
        <TextField
          ref={ref}
          label="Password"
          name="password"
          type="password"
          required
          maxLength={limits.password.max}
          autoComplete="current-password"
        />
        {needsCode && <CodeField hasApp={authenticatorApp || passkeys.length === 0} />}
        {passkeys.length > 0 && arePasskeysSupported() && (
          <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => void confirmWithPasskey()}>
            Use a passkey instead
          </button>
        )}
        <FormButtons submit="Confirm" busy={busy} />
      </Form>
    </>
  );
}

/** Asks for the password when a call needs a fresh proof of identity. */
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
  const goOn = () => {
    // A call that was sent with the cookie that the proof replaced is answered as if the session had ended: repeat it.
    endWaiting(readAdmin()?._id ?? '');
    close(true);
  };
  // If the session ends while the dialog is open, the sign-in replaces it.
  useEffect(() => {
    if (signedIn) return;
    setOpen(false);
    answer.current?.(false);
  }, [signedIn]);

  return (
    <FormDialog open={open} title="Confirm it’s you" size="narrow" initialFocus={password} onClose={() => close(false)}>
      <ProofForm ref={password} onProved={goOn} />
    </FormDialog>
  );
}
