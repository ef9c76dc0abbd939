import { Dialog } from '@base-ui/react/dialog';
import { backdrop, popup, useTopmost } from '../dialogs/dialog.ts';
import { endWaiting, giveUpWaiting, useSessionEnded } from './admin-client.ts';
import { forgetAdmin, isConfinedToAccount, rememberReturnUrl, storeAdmin, useAdmin } from './admin-session.ts';
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
