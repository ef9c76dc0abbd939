import { useRevalidator } from 'react-router';
import { notify } from '../feedback/toasts.tsx';
import { type NameChange, undoNameChange } from '../records/name.ts';
import { changeSentence } from './name-words.ts';

/** Says what was done to a name, offers to undo it, and reloads the screen. */
export const useNameChange = (historyUrl: string) => {
  const revalidator = useRevalidator();
  const undo = async (id: string) => {
    await undoNameChange(id);
    notify('Undone.');
    await revalidator.revalidate();
  };
  const report = async (change: NameChange) => {
    const sentence = changeSentence(change);
    if (change.isRunning) notify(`${sentence}. Posts are following.`, { label: 'History', href: historyUrl });
    else notify(`${sentence}.`, { label: 'Undo', run: () => undo(change.id) });
    await revalidator.revalidate();
  };
  return { report, undo };
};
