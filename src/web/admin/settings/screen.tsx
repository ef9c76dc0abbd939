import { useState } from 'react';
import type { SiteSettings, VersionedSettings } from '#contract/settings.ts';
import { valueInWords } from '#contract/values/audit.ts';
import { flattenSettings, settingLabel } from '#contract/values/settings/settings.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../kit/drafts.ts';
import { loadSettings } from '../kit/records/settings.ts';
import { Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { type Base, baseOf, type MergedSettings, mergeSettings, useSaving } from './saving.ts';
import { SettingsForm } from './settings-form.tsx';

interface SettingsConflictDialogProps {
  merged: MergedSettings;
  busy: boolean;
  problem: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Asks which version to keep of the settings that two admins have changed differently. */
function SettingsConflictDialog(props: SettingsConflictDialogProps) {
  const { merged, busy, problem, onKeepMine, onTakeTheirs, onClose } = props;
  const textsOf = (settings: SiteSettings) => {
    const flat = flattenSettings(settings);
    return Object.fromEntries(merged.conflicts.map((path) => [path, valueInWords(flat[path]) ?? '']));
  };
  return (
    <FormDialog open size="wide" title="Settings" unsaved={false} onClose={onClose}>
      <Problem message={problem} />
      <VersionComparison
        labels={Object.fromEntries(merged.conflicts.map((path) => [path, settingLabel(path) ?? path]))}
        mine={textsOf(merged.withMine)}
        theirs={textsOf(merged.withTheirs)}
        busy={busy}
        onKeepMine={onKeepMine}
        onTakeTheirs={onTakeTheirs}
      />
    </FormDialog>
  );
}

/** Only the changed settings, so that a draft doesn’t revert what others have saved since. */
const changesOf = (saved: SiteSettings, edited: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof SiteSettings]),
    ),
  );

interface KeptSettings extends Partial<SiteSettings> {
  typed?: string;
  /** What the edit started from; missing in drafts of older versions of this form. */
  from?: { settings: Partial<SiteSettings>; version: number };
}

const isEdited = (edits: Partial<SiteSettings>, text: string) => Object.keys(edits).length > 0 || text !== '';

/** The settings form, with its draft and conflicts. */
function SettingsDraft({ stored }: { stored: VersionedSettings }) {
  const kept = useKeptDraft<KeptSettings>('settings', null);
  const [base, setBase] = useState(() => baseOf(stored));
  const [settings, setSettings] = useState(base.settings);
  const [typed, setTyped] = useState('');

  const keep = (from: Base, edited: SiteSettings, text: string) => {
    const edits = changesOf(from.settings, edited);
    const before = changesOf(edited, from.settings);
    if (isEdited(edits, text)) kept.keep({ ...edits, typed: text, from: { settings: before, version: from.version } });
    else kept.drop();
  };
  const change = (edited: SiteSettings, text = typed) => {
    setSettings(edited);
    setTyped(text);
    keep(base, edited, text);
  };
  const saving = useSaving({
    base,
    onSaved: ({ base: next, sent, edited }) => {
      setBase(next);
      // The form may have been edited since it was sent.
      setSettings((now) => mergeSettings(sent, now, edited).withMine);
      kept.drop();
    },
    onTakeTheirs: ({ base: next, sent, edited }) => {
      const { withMine } = mergeSettings(sent, settings, edited);
      setBase(next);
      setSettings(withMine);
      keep(next, withMine, typed);
    },
  });
  const continueDraft = (draft: KeptDraft<KeptSettings>) => {
    const { typed: text = '', from, ...edits } = kept.take(draft);
    // The draft may be older than some pages or facts.
    const pageTexts = { ...settings.pageTexts, ...edits.pageTexts };
    setSettings({ ...settings, ...edits, pageTexts, operator: { ...settings.operator, ...edits.operator } });
    setTyped(text);
    // Saving an outdated version merges what others have saved since.
    if (from) setBase({ settings: { ...base.settings, ...from.settings }, version: from.version });
  };
  return (
    <>
      <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
        <SettingsForm
          settings={settings}
          typed={typed}
          unsaved={isEdited(changesOf(base.settings, settings), typed)}
          saving={saving}
          onChange={change}
          onDiscard={kept.drop}
        />
      </DraftOffer>
      {saving.conflict && (
        <SettingsConflictDialog
          merged={saving.conflict}
          busy={saving.busy}
          problem={saving.problem}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.closeConflict}
        />
      )}
    </>
  );
}

export const clientLoader = () =>
  loadWithFallback<VersionedSettings | null>(loadSettings(), null, 'Failed to fetch the settings');

export default function Settings({ loaderData: { data, problem } }: Route.ComponentProps) {
  const admin = useAdmin();
  const mayChange = admin?.role === 'main_admin';
  return (
    <>
      <ScreenHead title="Settings" />
      <Problem message={problem} />
      <Problem message={mayChange ? undefined : 'Only main admins can change the settings.'} />
      {data && mayChange && <SettingsDraft stored={data} />}
    </>
  );
}
