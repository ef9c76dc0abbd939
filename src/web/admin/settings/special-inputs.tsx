import type { ComponentType } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { describedSettings, type SettingsOf } from '#contract/values/settings/settings.ts';
import { SelectField, TextField } from '../kit/forms/fields.tsx';
import { ImageField } from '../kit/forms/image-fields.tsx';
import { NamesField } from '../kit/forms/names-field.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { AgeFields } from './age-fields.tsx';
import { CaseReasonFields } from './case-reason-fields.tsx';
import { OperatorFields } from './operator-fields.tsx';
import { PageTextFields } from './page-text-fields.tsx';

export interface SpecialInputProps<K extends SettingsOf<'special'> = SettingsOf<'special'>> {
  /** All settings as edited. */
  settings: SiteSettings;
  value: SiteSettings[K];
  /** `typed` is text in the field that has not been added yet. */
  onChange: (value: SiteSettings[K], typed?: string) => void;
  typed: string;
  onType: (text: string) => void;
}

function SponsoredLinkFields({ value, onChange }: SpecialInputProps<'sponsoredLink'>) {
  const field = (key: 'label' | 'url') => ({
    name: `sponsoredLink.${key}`,
    value: value[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [key]: event.target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Label"
        maxLength={limits.settings.sponsoredLabel}
        hint="Leave empty to hide the link."
        {...field('label')}
      />
      <ImageField label="URL" required {...field('url')} />
    </div>
  );
}

function BannerFields({ value: banners, onChange }: SpecialInputProps<'banners'>) {
  const change = (index: number, part: Partial<SiteSettings['banners'][number]>) =>
    onChange(banners.map((banner, other) => (other === index ? { ...banner, ...part } : banner)));
  return (
    <>
      {banners.map((banner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two banners may be equal
        <div key={index} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <ImageField
            name={`banners.${index}.image`}
            label={`Banner ${index + 1} image`}
            required
            value={banner.image}
            onChange={(event) => change(index, { image: event.target.value })}
          />
          <ImageField
            name={`banners.${index}.url`}
            label={`Banner ${index + 1} URL`}
            required
            value={banner.url}
            onChange={(event) => change(index, { url: event.target.value })}
          />
          <div className="sm:pt-8">
            <RowButton
              label={`Remove banner ${index + 1}`}
              danger
              onClick={() => onChange(banners.filter((_, other) => other !== index))}
            >
              Remove
            </RowButton>
          </div>
        </div>
      ))}
      {banners.length < limits.settings.banners && (
        <div>
          <RowButton label="Add a banner" onClick={() => onChange([...banners, { image: '', url: '' }])}>
            Add a banner
          </RowButton>
        </div>
      )}
    </>
  );
}

const off = 'Off';
const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}:00 UTC`;
const hours = [off, ...Array.from({ length: 24 }, (_, hour) => hourLabel(hour))];

/** When backups are made and how long they are kept. Where they go is set by BACKUP_TO. */
function BackupFields({ value: backups, onChange }: SpecialInputProps<'backups'>) {
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
    <>
      <SelectField
        label="Every day at"
        name="backups.hour"
        hint="Requires BACKUP_TO, set by the operator of the server. A missed backup is made as soon as the site runs again."
        options={hours}
        value={backups.hour === null ? off : hourLabel(backups.hour)}
        onChange={({ target }) =>
          onChange({ ...backups, hour: target.value === off ? null : hours.indexOf(target.value) - 1 })
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
    </>
  );
}

/** A special setting without an input does not compile. */
const inputs: { [K in SettingsOf<'special'>]: ComponentType<SpecialInputProps<K>> } = {
  sponsoredLink: SponsoredLinkFields,
  banners: BannerFields,
  backups: BackupFields,
  ageRules: ({ value, onChange }) => <AgeFields rules={value} onChange={onChange} />,
  caseReasons: ({ value, onChange }) => <CaseReasonFields reasons={value} onChange={onChange} />,
  operator: ({ value, onChange }) => <OperatorFields operator={value} onChange={onChange} />,
  pageTexts: ({ settings, onChange }) => <PageTextFields settings={settings} onChange={onChange} />,
  featuredPerformers: ({ value, onChange, typed, onType }) => (
    <NamesField
      name="featuredPerformers"
      label={describedSettings.featuredPerformers.label}
      listLabel={describedSettings.featuredPerformers.label}
      kind="performer"
      names={value}
      maxNames={limits.settings.featuredPerformers}
      missing="unknown"
      onChange={onChange}
      typed={typed}
      onType={onType}
    />
  ),
};

export function SpecialInput<K extends SettingsOf<'special'>>({ name, ...props }: { name: K } & SpecialInputProps<K>) {
  // The same component for each name, so React keeps its state.
  const Input = inputs[name] as unknown as ComponentType<SpecialInputProps<K>>;
  return <Input {...props} />;
}
