import { useState } from 'react';
import type { SiteSettings, VersionedSettings } from '#contract/settings.ts';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import type { KeptDraft } from '../kit/drafts/draft-store.ts';
import { useKeptDraft } from '../kit/drafts/use-kept-draft.ts';
import { mergeSettings } from './merge-settings.ts';
import { SettingsConflictDialog } from './settings-conflict-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type Base, baseOf, useSaving } from './use-saving.ts';

/** Only what was changed, so that a draft does not take back what others have saved meanwhile. */
const changesOf = (saved: SiteSettings, edited: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof SiteSettings]),
    ),
  );

interface KeptSettings extends Partial<SiteSettings> {
  typed?: string;
  /** What the changes started from. Drafts of older versions of this form have none. */
  from?: { settings: Partial<SiteSettings>; version: number };
}

const isEdited = (edits: Partial<SiteSettings>, text: string) => Object.keys(edits).length > 0 || text !== '';

/** The form of the settings, with what was typed into it before. */
export function SettingsDraft({ stored }: { stored: VersionedSettings }) {
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
    // A draft may be older than a page or a fact.
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
