import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { type SettingsFieldsProps, settingFields } from './fields.ts';

type BackupSettings = SiteSettings['backups'];

interface BackupFieldsProps {
  backups: BackupSettings;
  onChange: (backups: BackupSettings) => void;
}

const off = 'Off';
const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00 UTC`;
const hours = [off, ...Array.from({ length: 24 }, (_, hour) => hourLabel(hour))];

/** When backups are made and how long they are kept. Where they go is set by BACKUP_TO. */
export function BackupFields({ backups, onChange }: BackupFieldsProps) {
  const retention = (per: 'days' | 'weeks' | 'months') => ({
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
        hint="Requires BACKUP_TO, set by the operator of the server. A missed backup is made as soon as the site runs again."
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
          {...retention('days')}
        />
        <TextField label="Weeks kept" hint="The last backup of each week." {...retention('weeks')} />
        <TextField label="Months kept" hint="The last backup of each month." {...retention('months')} />
      </div>
    </fieldset>
  );
}

export function CrawlerFields({ settings, onChange }: SettingsFieldsProps) {
  const { text, checkbox } = settingFields(settings, onChange);
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1 text-base font-[620]">Search engines and crawlers</legend>
      <CheckboxField
        hint="Tells Bing, Yandex, Seznam and others about every video that is added, edited or deleted."
        {...checkbox('indexNow')}
      />
      <TextField
        type="url"
        maxLength={limits.url}
        hint="Feeds link to this hub, and it is notified of new videos. Leave empty for none."
        {...text('webSubHub')}
      />
      <CheckboxField hint="Describes the site and its lists to language models." {...checkbox('llmsTxt')} />
      <CheckboxField
        hint="Uses robots.txt to turn away crawlers that collect texts for language models. Search engines are not affected."
        {...checkbox('refuseAiCrawlers')}
      />
    </fieldset>
  );
}

export function LinkFields({ settings, onChange }: SettingsFieldsProps) {
  const { text, checkbox, wholeNumber } = settingFields(settings, onChange);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Links of posts</legend>
      <CheckboxField
        hint="Each link about once every 30 days. A link is dead if it was not found for three days. Results are under Links."
        {...checkbox('checkLinks')}
      />
      <CheckboxField
        hint="They become drafts until a link works again. If this is off, they are listed under Links until you decide."
        {...checkbox('hideDeadPosts')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          hint="To all hosts together. 1,400 check a million links in 30 days."
          {...wholeNumber('linkRequestsPerHour', limits.links.requestsPerHour)}
        />
        <TextField
          hint="The minimum for each host. Hosts can ask for more in robots.txt."
          {...wholeNumber('linkPauseSeconds', limits.links.pauseSeconds)}
        />
      </div>
      <TextAreaField
        rows={3}
        maxLength={limits.links.removedTexts}
        hint="For hosts that show a normal page when a video is gone. On each line, enter a host and a sentence from that page, like: example.com This video has been removed. If the host redirects to its home page, enter the host and /."
        {...text('removedTexts')}
      />
    </fieldset>
  );
}
