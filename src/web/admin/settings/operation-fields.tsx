import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';

type BackupSettings = SiteSettings['backups'];

interface BackupFieldsProps {
  backups: BackupSettings;
  onChange: (backups: BackupSettings) => void;
}

const off = 'Off';
const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00 UTC`;
const hours = [off, ...Array.from({ length: 24 }, (_, hour) => hourLabel(hour))];

/** When backups are made, and which are kept. Where they go is up to the operator of the machine. */
export function BackupFields({ backups, onChange }: BackupFieldsProps) {
  const kept = (per: 'days' | 'weeks' | 'months') => ({
    type: 'number',
    name: `backups.${per}`,
    required: true,
    step: 1,
    ...limits.settings.backups[per],
    value: Number.isNaN(backups[per]) ? '' : backups[per],
    onChange: (event: { target: { valueAsNumber: number } }) =>
      onChange({ ...backups, [per]: event.target.valueAsNumber }),
  });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Backups</legend>
      <SelectField
        label="Every day at"
        name="backups.hour"
        hint="Needs BACKUP_TO, which the operator of the server sets. One that was missed is made as soon as the site runs again."
        options={hours}
        value={backups.hour === null ? off : hourLabel(backups.hour)}
        onChange={({ target: { value } }) =>
          onChange({ ...backups, hour: value === off ? null : hours.indexOf(value) - 1 })
        }
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Days kept"
          hint="The last backup of each day, and all of the last 48 hours."
          {...kept('days')}
        />
        <TextField label="Weeks kept" hint="The last backup of each week." {...kept('weeks')} />
        <TextField label="Months kept" hint="The last backup of each month." {...kept('months')} />
      </div>
    </fieldset>
  );
}

type CrawlerSettings = Pick<SiteSettings, 'indexNow' | 'webSubHub' | 'llmsTxt' | 'refuseAiCrawlers'>;

interface CrawlerFieldsProps {
  settings: CrawlerSettings;
  onChange: (changes: Partial<CrawlerSettings>) => void;
}

/** How the site tells search engines and other machines about itself. */
export function CrawlerFields({ settings, onChange }: CrawlerFieldsProps) {
  const checkbox = (name: 'indexNow' | 'llmsTxt' | 'refuseAiCrawlers') => ({
    name,
    checked: settings[name],
    onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
  });
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1 text-base font-[620]">Search engines and crawlers</legend>
      <CheckboxField
        label="Announce changes with IndexNow"
        hint="Tells Bing, Yandex, Seznam and others of every video that is added, edited or deleted."
        {...checkbox('indexNow')}
      />
      <TextField
        label="WebSub hub"
        type="url"
        name="webSubHub"
        maxLength={limits.url}
        hint="Feeds link to this hub, and it is notified of new videos. Leave empty for none."
        value={settings.webSubHub}
        onChange={(event) => onChange({ webSubHub: event.target.value })}
      />
      <CheckboxField
        label="Publish /llms.txt"
        hint="Describes the site and its lists to language models."
        {...checkbox('llmsTxt')}
      />
      <CheckboxField
        label="Refuse AI crawlers"
        hint="In robots.txt: those that collect texts for language models. Search engines are not affected."
        {...checkbox('refuseAiCrawlers')}
      />
    </fieldset>
  );
}

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
