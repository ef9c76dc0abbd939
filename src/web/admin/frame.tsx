import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { Crash } from '../components/crash.tsx';
import { unreachableEvent } from '../load-before-navigating.ts';
import { Confirmations } from './kit/dialogs/confirmation.tsx';
import { cleanDrafts } from './kit/drafts.ts';
import { EndedSessionDialog, ProofDialog } from './kit/session/session-dialogs.tsx';
import { notifyFailure, Toasts } from './kit/toasts.tsx';

/** Wraps every screen of the back-office, including the login. */
export default function AdminFrame() {
  useEffect(() => cleanDrafts(), []);
  useEffect(() => {
    const notify = () => notifyFailure('The site cannot be reached. Please try again in a moment.');
    addEventListener(unreachableEvent, notify);
    return () => removeEventListener(unreachableEvent, notify);
  }, []);
  return (
    <CSPProvider disableStyleElements>
      <meta name="robots" content="noindex,nofollow" />
      <Confirmations>
        <Outlet />
      </Confirmations>
      <ProofDialog />
      <EndedSessionDialog />
      <Toasts />
    </CSPProvider>
  );
}

export const ErrorBoundary = Crash;
