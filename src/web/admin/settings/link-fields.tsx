import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { CheckboxField, TextAreaField, TextField } from '../kit/forms/fields.tsx';

type LinkSettings = Pick<
  SiteSettings,
  'checkLinks' | 'linkRequestsPerHour' | 'linkPauseSeconds' | 'hideDeadPosts' | 'removedTexts'
>;

interface LinkFieldsProps {
  settings: LinkSettings;
  onChange: (changes: Partial<LinkSettings>) => void;
}

export const LinkFields = ({ settings, onChange }: LinkFieldsProps) => {
  const wholeNumber = (
    name: 'linkRequestsPerHour' | 'linkPauseSeconds',
    { min, max }: { min: number; max: number },
  ) => ({
    name,
    type: 'number',
    min,
    max,
    required: true,
    value: Number.isNaN(settings[name]) ? '' : String(settings[name]),
    onChange: (event: { target: { value: string } }) =>
      onChange({ [name]: event.target.value === '' ? Number.NaN : Number(event.target.value) }),
  });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Links of posts</legend>
      <CheckboxField
        label="Check the links of posts"
        name="checkLinks"
        hint="Each about once in 30 days. One is dead once it was not found for three days; Links shows what was found."
        checked={settings.checkLinks}
        onChange={(event) => onChange({ checkLinks: event.target.checked })}
      />
      <CheckboxField
        label="Hide posts without a working link"
        name="hideDeadPosts"
        hint="They become drafts, and are published again when a link works again. Otherwise they wait on Links until you decide."
        checked={settings.hideDeadPosts}
        onChange={(event) => onChange({ hideDeadPosts: event.target.checked })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Requests an hour"
          hint="To all hosts together. 1,400 walk a million links in 30 days."
          {...wholeNumber('linkRequestsPerHour', limits.links.requestsPerHour)}
        />
        <TextField
          label="Seconds between requests"
          hint="To the same host, at least. Hosts can ask for more in their robots.txt."
          {...wholeNumber('linkPauseSeconds', limits.links.pauseSeconds)}
        />
      </div>
      <TextAreaField
        label="Signs of removed videos"
        name="removedTexts"
        rows={3}
        maxLength={limits.links.removedTexts}
        hint="For hosts that answer as if all were well: a host and a sentence of its page on each line, like: example.com This video has been removed. A host and / if it leads to its home page instead."
        value={settings.removedTexts}
        onChange={(event) => onChange({ removedTexts: event.target.value })}
      />
    </fieldset>
  );
};
