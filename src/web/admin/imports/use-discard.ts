import { useNavigate } from 'react-router';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { discardImport } from './import-calls.ts';

/** Throws away a feed that has not been imported, and returns to the list. `beforehand` runs once somebody agrees. */
export const useDiscard = (id: string, beforehand: () => void = () => {}) => {
  const navigate = useNavigate();
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('It could not be discarded.');
  const discard = async () => {
    const details = 'Its bytes are thrown away. Nothing of it has been imported.';
    if (!(await confirm({ question: 'Discard this feed?', details, confirmLabel: 'Discard' }))) return;
    beforehand();
    await run(async () => {
      await discardImport(id);
      await navigate('/admin/imports');
    });
  };
  return { discard: () => void discard(), isDiscarding: busy };
};
