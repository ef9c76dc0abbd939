import { plural } from '../../../components/format/plural.ts';
import { useConfirmation } from '../../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../../kit/feedback/use-single-action.ts';
import { adminClient } from '../../kit/session/admin-client.ts';
import { RowButton } from '../../kit/table/row-actions.tsx';
import { FactorRow } from './factor-row.tsx';

interface RecoveryCodesRowProps {
  left: number;
  onRenewed: (codes: string[]) => void;
}

export function RecoveryCodesRow({ left, onRenewed }: RecoveryCodesRowProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The recovery codes could not be renewed.');
  const renew = async () => {
    const question = 'Renew your recovery codes?';
    if (!(await confirm({ question, details: 'The old ones will no longer work.', confirmLabel: 'Renew' }))) return;
    await run(async () => onRenewed((await adminClient.renewRecoveryCodes()).recoveryCodes));
  };
  return (
    <FactorRow title="Recovery codes" note={`${plural(left, 'code')} left, for when you have lost your device.`}>
      <RowButton label="Renew the recovery codes" disabled={busy} onClick={() => void renew()}>
        Renew
      </RowButton>
    </FactorRow>
  );
}
