import type { SubmitEvent } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { ImageField } from '../kit/forms/image-fields.tsx';
import { NamesField } from '../kit/forms/names-field.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { AgeFields } from './age-fields.tsx';
import { CaseReasonFields } from './case-reason-fields.tsx';
import { settingFields, settingLabels } from './fields.ts';
import { BackupFields, CrawlerFields, LinkFields } from './operation-fields.tsx';
import { MissingFacts, OperatorFields } from './operator-fields.tsx';
import { PageTextFields } from './page-text-fields.tsx';
import { ProhibitedTermFields } from './prohibited-term-fields.tsx';
import type { Saving } from './saving.ts';

type Banner = SiteSettings['banners'][number];

interface BannerFieldsProps {
  banners: Banner[];
  onChange: (banners: Banner[]) => void;
}

function BannerFields({ banners, onChange }: BannerFieldsProps) {
  const change = (index: number, part: Partial<Banner>) =>
    onChange(banners.map((banner, other) => (other === index ? { ...banner, ...part } : banner)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Promotional banner</legend>
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
    </fieldset>
  );
}

/** The browser’s time zones, and the current one, which may be an older name. */
const timeZones = (current: string): string[] => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];

interface SettingsFormProps {
  settings: SiteSettings;
  /** Text in the field for featured performers that has not been added yet. */
  typed: string;
  unsaved: boolean;
  saving: Saving;
  onChange: (edited: SiteSettings, typed?: string) => void;
  onDiscard: () => void;
}

export function SettingsForm(props: SettingsFormProps) {
  const { settings, typed, unsaved, saving, onChange, onDiscard } = props;
  const { busy, problem, errors } = saving;
  useUnsavedGuard(unsaved, onDiscard);
  const change = (changes: Partial<SiteSettings>) => onChange({ ...settings, ...changes });

  const { text, checkbox, wholeNumber } = settingFields(settings, change);
  const sponsor = (key: 'label' | 'url') => ({
    name: `sponsoredLink.${key}`,
    value: settings.sponsoredLink[key],
    onChange: (event: { target: { value: string } }) =>
      change({ sponsoredLink: { ...settings.sponsoredLink, [key]: event.target.value } }),
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    saving.save(settings);
  };

  return (
    <Form errors={errors} onSubmit={save} className="grid max-w-3xl gap-7">
      <Problem message={problem} />
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Site</legend>
        <TextField required maxLength={limits.settings.siteName} {...text('siteName')} />
        <TextField
          maxLength={limits.settings.homeTitle}
          hint="Shown in search results and the browser tab, before the site name."
          {...text('homeTitle')}
        />
        <TextField maxLength={limits.settings.heading} {...text('heading')} />
        <TextAreaField rows={2} maxLength={limits.settings.description} {...text('description')} />
        <TextAreaField rows={2} maxLength={limits.settings.footerText} {...text('footerText')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="color"
            className="field h-11 p-1.5"
            hint="Brightness is adjusted for readability."
            {...text('accent')}
          />
          <ImageField required {...text('leaveUrl')} />
        </div>
        <CheckboxField
          hint="Videos with an https embed code play in place when a visitor presses the poster. Others open the site that hosts them."
          {...checkbox('playInPlace')}
        />
        <CheckboxField
          hint="This site fetches, shrinks and serves pictures from other sites, so those sites learn nothing about visitors until they press play. Clips from other sites then do not play on cards."
          {...checkbox('imageProxy')}
        />
      </fieldset>
      <SelectField
        options={timeZones(settings.timeZone)}
        hint="Days on the dashboard begin at midnight in this zone. Other times are shown in the viewer’s own zone."
        {...text('timeZone')}
      />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Sponsored link</legend>
        <TextField
          label="Label"
          maxLength={limits.settings.sponsoredLabel}
          hint="Leave empty to hide the link."
          {...sponsor('label')}
        />
        <ImageField label="URL" required {...sponsor('url')} />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Submitted websites</legend>
        <TextField
          hint="How long an approved website is listed before its submitter pays."
          {...wholeNumber('freeDays', limits.settings.freeDays)}
        />
        <TextField
          required
          maxLength={limits.settings.lifetimePrice}
          hint="Shown to visitors as written, so include the currency."
          {...text('lifetimePrice')}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Admins</legend>
        <TextField
          hint="Applies to passwords chosen from now on."
          {...wholeNumber('minPasswordLength', limits.settings.minPasswordLength)}
        />
        <CheckboxField
          hint="Admins without an authenticator app or passkey must add one before they can do anything else."
          {...checkbox('requireSecondFactor')}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Vulnerability reports</legend>
        <TextField
          maxLength={limits.url}
          hint="An email or a URL, published in /.well-known/security.txt. Leave empty to publish none."
          {...text('securityContact')}
        />
        <TextField
          type="url"
          maxLength={limits.url}
          hint="How you handle reports. Optional."
          {...text('securityPolicyUrl')}
        />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Removals</legend>
        <TextField
          type="email"
          maxLength={limits.email}
          hint="Gets reminders about cases to decide. Leave empty to remind all admins."
          {...text('safetyContact')}
        />
        <CheckboxField
          hint="A complete notice hides its posts until you have decided. Posts that may show a minor are always hidden at once."
          {...checkbox('withholdOnNotice')}
        />
        <TextAreaField
          rows={3}
          maxLength={limits.stayDown.mirrors}
          hint="One group per line, like: example.com example.net. What a case removes from one of them stays down on the others."
          {...text('hostMirrors')}
        />
        <CaseReasonFields reasons={settings.caseReasons} onChange={(caseReasons) => change({ caseReasons })} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Records</legend>
        <CheckboxField
          hint="A source, a rights holder or records custodian, a consent statement and a date. Posts that are already published stay. The Records screen lists those with incomplete records."
          {...checkbox('requireRecords')}
        />
      </fieldset>
      <LinkFields settings={settings} onChange={change} />
      <AgeFields rules={settings.ageRules} onChange={(ageRules) => change({ ageRules })} />
      <ProhibitedTermFields settings={settings} unsaved={unsaved} onChange={change} />
      <BackupFields backups={settings.backups} onChange={(backups) => change({ backups })} />
      <CrawlerFields settings={settings} onChange={change} />
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Operator</legend>
        <MissingFacts settings={settings} />
        <TextField
          type="email"
          maxLength={limits.email}
          hint="Where visitors can write. If empty, the footer pages show the security contact, or say that there is none."
          {...text('contactEmail')}
        />
        <OperatorFields operator={settings.operator} onChange={(operator) => change({ operator })} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Footer pages</legend>
        <PageTextFields settings={settings} onChange={(pageTexts) => change({ pageTexts })} />
        <CheckboxField
          hint="At /transparency, with a link in the footer: how many notices of each kind were received, how long decisions took and what was decided."
          {...checkbox('publishTransparency')}
        />
      </fieldset>
      <NamesField
        name="featuredPerformers"
        label={settingLabels.featuredPerformers}
        listLabel={settingLabels.featuredPerformers}
        kind="performer"
        names={settings.featuredPerformers}
        maxNames={limits.settings.featuredPerformers}
        onChange={(featuredPerformers, rest) => onChange({ ...settings, featuredPerformers }, rest)}
        typed={typed}
        onType={(text) => onChange(settings, text)}
      />
      <BannerFields banners={settings.banners} onChange={(banners) => change({ banners })} />
      <div className="sticky bottom-0 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Save settings
        </button>
      </div>
    </Form>
  );
}
