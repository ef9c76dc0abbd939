import { useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import type { KeptDraft } from '../kit/drafts/draft-store.ts';
import { useKeptDraft } from '../kit/drafts/use-kept-draft.ts';
import { SettingsForm } from './settings-form.tsx';

/** Only what was changed, so that a draft does not take back what others have saved meanwhile. */
const changesOf = (saved: SiteSettings, edited: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof SiteSettings]),
    ),
  );

interface KeptSettings extends Partial<SiteSettings> {
  typed?: string;
}

/** The form of the settings, with what was typed into it before. */
export function SettingsDraft({ stored }: { stored: SiteSettings }) {
  const kept = useKeptDraft<KeptSettings>('settings', null);
  const [saved, setSaved] = useState(stored);
  const [settings, setSettings] = useState(stored);
  const [typed, setTyped] = useState('');
  const isEdited = (edits: Partial<SiteSettings>, text: string) => Object.keys(edits).length > 0 || text !== '';

  const change = (edited: SiteSettings, text = typed) => {
    setSettings(edited);
    setTyped(text);
    const edits = changesOf(saved, edited);
    if (isEdited(edits, text)) kept.keep({ ...edits, typed: text });
    else kept.drop();
  };
  const continueDraft = (draft: KeptDraft<KeptSettings>) => {
    const { typed: text = '', ...edits } = kept.take(draft);
    // A draft may be older than a page or a fact.
    const pageTexts = { ...settings.pageTexts, ...edits.pageTexts };
    setSettings({ ...settings, ...edits, pageTexts, operator: { ...settings.operator, ...edits.operator } });
    setTyped(text);
  };
  return (
    <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
      <SettingsForm
        settings={settings}
        typed={typed}
        unsaved={isEdited(changesOf(saved, settings), typed)}
        onChange={change}
        onSaved={(sent) => {
          setSaved(sent);
          kept.drop();
        }}
        onDiscard={kept.drop}
      />
    </DraftOffer>
  );
}
