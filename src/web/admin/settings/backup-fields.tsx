import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextField } from '../kit/forms/fields.tsx';

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
