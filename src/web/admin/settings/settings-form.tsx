import { type SubmitEvent, useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { ImageField } from '../kit/forms/image-field.tsx';
import { NamesField } from '../kit/forms/names-field.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { BannerFields } from './banner-fields.tsx';

const mostFeatured = 11;

/** What a main admin may change about the public site. */
export function SettingsForm({ stored }: { stored: SiteSettings }) {
  const [saved, setSaved] = useState(stored);
  const [settings, setSettings] = useState(stored);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useUnsavedGuard(JSON.stringify(saved) !== JSON.stringify(settings));

  const text = (key: 'siteName' | 'heading' | 'description' | 'footerText' | 'leaveUrl' | 'accent') => ({
    value: settings[key],
    onChange: (event: { target: { value: string } }) => setSettings({ ...settings, [key]: event.target.value }),
  });
  const sponsor = (key: 'label' | 'url') => ({
    value: settings.sponsoredLink[key],
    onChange: (event: { target: { value: string } }) =>
      setSettings({ ...settings, sponsoredLink: { ...settings.sponsoredLink, [key]: event.target.value } }),
  });
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await adminClient.saveSettings({ body: settings });
      setSaved(settings);
      notify('Settings saved.');
    } catch (error) {
      console.warn(error);
      setProblem(failureMessage(error, 'The settings could not be saved.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={save} className="grid max-w-3xl gap-7">
      <Problem message={problem} />
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Site</legend>
        <TextField label="Site name" required maxLength={60} {...text('siteName')} />
        <TextField label="Heading of the home page" maxLength={120} {...text('heading')} />
        <TextAreaField label="Description for search engines" rows={2} maxLength={300} {...text('description')} />
        <TextAreaField label="Footer text" rows={2} maxLength={500} {...text('footerText')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Accent colour"
            type="color"
            className="field h-11 p-1.5"
            hint="Only its hue is used"
            {...text('accent')}
          />
          <ImageField label="Where “Leave” leads" required {...text('leaveUrl')} />
        </div>
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Sponsored link</legend>
        <TextField label="Label" maxLength={60} hint="Empty: no link is shown" {...sponsor('label')} />
        <ImageField label="URL" required {...sponsor('url')} />
      </fieldset>
      <NamesField
        label="Featured performers"
        kind="star"
        names={settings.featuredPerformers}
        onChange={(names) => setSettings({ ...settings, featuredPerformers: names.slice(0, mostFeatured) })}
      />
      <BannerFields banners={settings.banners} onChange={(banners) => setSettings({ ...settings, banners })} />
      <div className="sticky bottom-0 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Save settings
        </button>
      </div>
    </form>
  );
}
