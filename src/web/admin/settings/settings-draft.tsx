import { useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import { useKeptDraft } from '../kit/drafts/use-kept-draft.ts';
import { SettingsForm } from './settings-form.tsx';

/** Only what was changed, so that a draft does not take back what others have saved meanwhile. */
const changesOf = (saved: SiteSettings, edited: SiteSettings): Partial<SiteSettings> =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof SiteSettings]),
    ),
  );

/** The form of the settings, with what was typed into it before. */
export function SettingsDraft({ stored }: { stored: SiteSettings }) {
  const kept = useKeptDraft<Partial<SiteSettings>>('settings', null);
  const [saved, setSaved] = useState(stored);
  const [settings, setSettings] = useState(stored);
  const changes = changesOf(saved, settings);

  const change = (edited: SiteSettings) => {
    setSettings(edited);
    const edits = changesOf(saved, edited);
    if (Object.keys(edits).length > 0) kept.keep(edits);
    else kept.drop();
  };
  return (
    <DraftOffer
      {...kept}
      onContinue={(draft) => setSettings({ ...settings, ...kept.take(draft) })}
      onDiscard={kept.refuse}
    >
      <SettingsForm
        settings={settings}
        unsaved={Object.keys(changes).length > 0}
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
