import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { Crash } from '../components/crash.tsx';
import { unreachableEvent } from '../load-before-navigating.ts';
import { Confirmations } from './kit/feedback/confirmation.tsx';
import { notifyFailure, Toasts } from './kit/feedback/toasts.tsx';
import { ProofDialog } from './kit/session/proof-dialog.tsx';

/** Wraps every screen of the back-office, including the login. */
export default function AdminFrame() {
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
      <Toasts />
    </CSPProvider>
  );
}

export const ErrorBoundary = Crash;
