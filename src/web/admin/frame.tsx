import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from 'react-router';
import { Crash } from '../components/crash.tsx';
import { Confirmations } from './kit/feedback/confirmation.tsx';
import { Toasts } from './kit/feedback/toasts.tsx';
import { ProofDialog } from './kit/session/proof-dialog.tsx';

/** Wraps every screen of the back-office, including the login. */
export default function AdminFrame() {
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
