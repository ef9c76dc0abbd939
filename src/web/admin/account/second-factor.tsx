import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { plural } from '../../components/format.ts';
import { useSite } from '../../components/use-site.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import type { SecondFactor } from '../kit/records/accounts.ts';
import { Panel } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { readAdmin, storeAdmin } from '../kit/session/admin-session.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { AuthenticatorRow } from './authenticator-app.tsx';
import { type Added, FactorRow } from './factor-row.tsx';
import { PasskeyRows } from './passkeys.tsx';

interface RecoveryCodesDialogProps {
  /** Undefined while the dialog is closed. */
  codes: string[] | undefined;
  siteName: string;
  onClose: () => void;
}

/** Shown once: only hashes of the codes are stored. */
function RecoveryCodesDialog({ codes = [], siteName, onClose }: RecoveryCodesDialogProps) {
  const text = `Recovery codes of ${siteName}\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify('Recovery codes copied.'),
      () => notifyFailure('The browser blocked copying. Select the codes instead.'),
    );
  return (
    <FormDialog open={codes.length > 0} title="Your recovery codes" onClose={onClose}>
      <p>
        Each of these codes signs you in once without your authenticator app or passkey. Keep them somewhere safe: they
        will not be shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="my-5 grid gap-x-6 gap-y-2 rounded-xl border border-line bg-raised p-4 font-mono text-[15px] sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={copy}>
          Copy
        </button>
        <a
          className="btn btn-quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved them
        </button>
      </div>
    </FormDialog>
  );
}

interface RecoveryCodesRowProps {
  left: number;
  onRenewed: (codes: string[]) => void;
}

function RecoveryCodesRow({ left, onRenewed }: RecoveryCodesRowProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The recovery codes could not be renewed.');
  const renew = async () => {
    const question = 'Renew your recovery codes?';
    if (!(await confirm({ question, details: 'The old codes will no longer work.', confirmLabel: 'Renew' }))) return;
    await run(async () => onRenewed((await adminClient.renewRecoveryCodes()).recoveryCodes));
  };
  return (
    <FactorRow title="Recovery codes" note={`${plural(left, 'code')} left, in case you lose your device.`}>
      <RowButton label="Renew the recovery codes" disabled={busy} onClick={() => void renew()}>
        Renew
      </RowButton>
    </FactorRow>
  );
}

const lastFactorReason = 'Every admin needs a second factor. Add another one before you remove this one.';

export function SecondFactorPanel({ secondFactor }: { secondFactor: SecondFactor }) {
  const { authenticatorApp, passkeys, recoveryCodes, required, device } = secondFactor;
  const factors = passkeys.length + (authenticatorApp ? 1 : 0);
  const keptReason = required && factors === 1 ? lastFactorReason : undefined;
  const { siteName } = useSite().settings;
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<string[]>();

  const showAdded = async ({ message, recoveryCodes: newCodes }: Added) => {
    // A toast would cover the dialog with the codes on phones.
    if (newCodes) setCodes(newCodes);
    else notify(message);
    const admin = readAdmin();
    if (admin) storeAdmin({ ...admin, mustAddSecondFactor: false });
    await revalidate();
  };
  return (
    <Panel title="Second factor">
      <div>
        <AuthenticatorRow isOn={authenticatorApp} keptReason={keptReason} onAdded={showAdded} />
        <PasskeyRows {...{ passkeys, keptReason, device }} onAdded={showAdded} onChanged={revalidate} />
        {factors > 0 && <RecoveryCodesRow left={recoveryCodes} onRenewed={setCodes} />}
      </div>
      <RecoveryCodesDialog codes={codes} siteName={siteName} onClose={() => setCodes(undefined)} />
    </Panel>
  );
}
