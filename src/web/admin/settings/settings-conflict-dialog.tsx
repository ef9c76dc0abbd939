import type { SiteSettings } from '#contract/settings.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { flatten, type MergedSettings } from './merge-settings.ts';
import { settingLabels } from './setting-labels.ts';

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ').trim();
  return value === null || value === undefined ? '' : String(value);
};

interface SettingsConflictDialogProps {
  merged: MergedSettings;
  busy: boolean;
  problem: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Asks which version to keep of what two admins have changed differently, and shows nothing else. */
export function SettingsConflictDialog(props: SettingsConflictDialogProps) {
  const { merged, busy, problem, onKeepMine, onTakeTheirs, onClose } = props;
  const textsOf = (settings: SiteSettings) => {
    const flat = flatten(settings);
    return Object.fromEntries(merged.conflicts.map((path) => [path, textOf(flat[path])]));
  };
  return (
    <FormDialog open size="wide" title="Settings" unsaved={false} onClose={onClose}>
      <Problem message={problem} />
      <VersionComparison
        labels={Object.fromEntries(merged.conflicts.map((path) => [path, settingLabels[path] ?? path]))}
        mine={textsOf(merged.withMine)}
        theirs={textsOf(merged.withTheirs)}
        busy={busy}
        onKeepMine={onKeepMine}
        onTakeTheirs={onTakeTheirs}
      />
    </FormDialog>
  );
}
