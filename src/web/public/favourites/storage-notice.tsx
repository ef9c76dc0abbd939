import { Toast } from '../../components/toast.tsx';
import type { NotStored } from './stores.ts';

const reasons = {
  full: 'this browser’s storage is full. Remove some favorites or clear the history, then try again.',
  blocked: 'this browser doesn’t let the site store anything. Allow it in the browser’s settings, then try again.',
};

/** What became of it. With full storage, the favourites stay as they were (stores.ts). */
const outcomeOf = ({ what, problem }: NotStored) => {
  if (problem === 'full' && what === 'save') return 'Not saved';
  if (problem === 'full' && what === 'removal') return 'Not removed';
  return 'Only until you close or reload this page';
};

/** Says what this browser could not store, and what became of it. */
export default function StorageNotice({ notStored, onClose }: { notStored: NotStored; onClose: () => void }) {
  return <Toast message={`${outcomeOf(notStored)}: ${reasons[notStored.problem]}`} onClose={onClose} />;
}
