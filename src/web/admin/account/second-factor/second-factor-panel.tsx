import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSite } from '../../../components/use-site.ts';
import { notify } from '../../kit/feedback/toasts.tsx';
import type { SecondFactor } from '../../kit/records/second-factor.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { readAdmin, storeAdmin } from '../../kit/session/admin-session.ts';
import type { Added } from './added.ts';
import { AuthenticatorRow } from './authenticator-row.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';

const lastOneStays = 'Every admin needs a second factor. Add another one before you remove this one.';

export function SecondFactorPanel({ secondFactor }: { secondFactor: SecondFactor }) {
  const { authenticatorApp, passkeys, recoveryCodes, required, device } = secondFactor;
  const factors = passkeys.length + (authenticatorApp ? 1 : 0);
  const keptReason = required && factors === 1 ? lastOneStays : undefined;
  const { siteName } = useSite().settings;
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<string[]>();

  const showAdded = async ({ message, recoveryCodes: newCodes }: Added) => {
    // The dialog with the codes says enough, and a toast would cover it on phones.
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
