import { useNavigate } from 'react-router';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { deleteSource, discardImport, type ImportSource } from './import-calls.ts';

/** Discards a feed that has not been imported, and returns to the list. `onConfirmed` runs before that. */
export const useDiscard = (id: string, onConfirmed: () => void = () => {}) => {
  const navigate = useNavigate();
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The feed could not be discarded.');
  const discard = async () => {
    const details = 'The file is deleted. Nothing has been imported from it.';
    if (!(await confirm({ question: 'Discard this feed?', details, confirmLabel: 'Discard' }))) return;
    onConfirmed();
    await run(async () => {
      await discardImport(id);
      await navigate('/admin/imports');
    });
  };
  return { discard: () => void discard(), isDiscarding: busy };
};

/** Deletes a source after a confirmation. */
export const useDeleteSource = (onDeleted?: () => Promise<void> | void) => {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The source could not be deleted.');
  const remove = async ({ id, name }: ImportSource) => {
    const details = 'Its posts and import history stay. To import from it again, you would need a new source.';
    if (!(await confirm({ question: `Delete the source “${name}”?`, details, confirmLabel: 'Delete' }))) return;
    await run(async () => {
      await deleteSource(id);
      await onDeleted?.();
    }, `“${name}” deleted.`);
  };
  return { remove: (source: ImportSource) => void remove(source), busy };
};
