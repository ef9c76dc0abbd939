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

/** The promotional banners; a page shows one at random. */
function BannerFields({ banners, onChange }: BannerFieldsProps) {
  const change = (index: number, part: Partial<Banner>) =>
    onChange(banners.map((banner, other) => (other === index ? { ...banner, ...part } : banner)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Promotional banner</legend>
      {banners.map((banner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two banners may be alike, and only their position tells them apart
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

/** The zones that the browser knows, and the one that is set, which may have an older name. */
const timeZones = (current: string): string[] => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];

interface SettingsFormProps {
  settings: SiteSettings;
  /** What is typed for a featured performer and not among them yet. */
  typed: string;
  unsaved: boolean;
  saving: Saving;
  /** `typed`: if it has changed, too. */
  onChange: (edited: SiteSettings, typed?: string) => void;
  onDiscard: () => void;
}

export function SettingsForm(props: SettingsFormProps) {
  const { settings, typed, unsaved, saving, onChange: setSettings, onDiscard } = props;
  const { busy, problem, errors } = saving;
  useUnsavedGuard(unsaved, onDiscard);

  const text = (
    key:
      | 'siteName'
      | 'homeTitle'
      | 'heading'
      | 'description'
      | 'footerText'
      | 'leaveUrl'
      | 'accent'
      | 'contactEmail'
      | 'lifetimePrice'
      | 'safetyContact'
      | 'securityContact'
      | 'securityPolicyUrl',
  ) => ({
    name: key,
    value: settings[key],
    onChange: (event: { target: { value: string } }) => setSettings({ ...settings, [key]: event.target.value }),
  });
  const wholeNumber = (key: 'freeDays' | 'minPasswordLength') => ({
    type: 'number',
    name: key,
    step: 1,
    ...limits.settings[key],
    value: settings[key] || '',
    onChange: (event: { target: { value: string } }) => setSettings({ ...settings, [key]: Number(event.target.value) }),
  });
  const sponsor = (key: 'label' | 'url') => ({
    name: `sponsoredLink.${key}`,
    value: settings.sponsoredLink[key],
    onChange: (event: { target: { value: string } }) =>
      setSettings({ ...settings, sponsoredLink: { ...settings.sponsoredLink, [key]: event.target.value } }),
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
        <TextField label="Site name" required maxLength={limits.settings.siteName} {...text('siteName')} />
        <TextField
          label="Title of the home page"
          maxLength={limits.settings.homeTitle}
          hint="In search results and the browser’s tab, before the site name."
          {...text('homeTitle')}
        />
        <TextField label="Heading of the home page" maxLength={limits.settings.heading} {...text('heading')} />
        <TextAreaField
          label="Description for search engines"
          rows={2}
          maxLength={limits.settings.description}
          {...text('description')}
        />
        <TextAreaField label="Footer text" rows={2} maxLength={limits.settings.footerText} {...text('footerText')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Accent colour"
            type="color"
            className="field h-11 p-1.5"
            hint="Brightness is adjusted for readability."
            {...text('accent')}
          />
          <ImageField label="“Leave” URL" required {...text('leaveUrl')} />
        </div>
        <CheckboxField
          label="Play videos on their page"
          name="playInPlace"
          hint="Videos with an https embed code play where their poster is, after a press on it. The others open the site that hosts them."
          checked={settings.playInPlace}
          onChange={(event) => setSettings({ ...settings, playInPlace: event.target.checked })}
        />
        <CheckboxField
          label="Image proxy"
          name="imageProxy"
          hint="Pictures of other sites are fetched, shrunk and served by this site, so that nobody else learns of a visitor before they press play. Clips of other sites are then not played on cards."
          checked={settings.imageProxy}
          onChange={(event) => setSettings({ ...settings, imageProxy: event.target.checked })}
        />
      </fieldset>
      <SelectField
        label="Time zone"
        options={timeZones(settings.timeZone)}
        hint="The days of the dashboard begin at midnight there. Other times are shown in the zone of whoever looks at them."
        name="timeZone"
        value={settings.timeZone}
        onChange={(event) => setSettings({ ...settings, timeZone: event.target.value })}
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
          label="Free days"
          required
          hint="How long an approved website is listed before its submitter pays."
          {...wholeNumber('freeDays')}
        />
        <TextField
          label="Lifetime price"
          required
          maxLength={limits.settings.lifetimePrice}
          hint="As visitors read it, with the currency."
          {...text('lifetimePrice')}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Admins</legend>
        <TextField
          label="Minimum length of passwords"
          required
          hint="For passwords that are chosen from now on."
          {...wholeNumber('minPasswordLength')}
        />
        <CheckboxField
          label="Require a second factor"
          name="requireSecondFactor"
          hint="Admins without an authenticator app or a passkey can do nothing else until they have added one."
          checked={settings.requireSecondFactor}
          onChange={(event) => setSettings({ ...settings, requireSecondFactor: event.target.checked })}
        />
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 text-base font-[620]">Reports of vulnerabilities</legend>
        <TextField
          label="Security contact"
          maxLength={limits.url}
          hint="An email or a URL, published in /.well-known/security.txt. Leave empty to publish none."
          {...text('securityContact')}
        />
        <TextField
          label="URL of the security policy"
          type="url"
          maxLength={limits.url}
          hint="How you handle reports. Optional."
          {...text('securityPolicyUrl')}
        />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Removals</legend>
        <TextField
          label="Contact for removals"
          type="email"
          maxLength={limits.email}
          hint="Gets the reminders of notices that are to be decided. Leave empty to remind all admins."
          {...text('safetyContact')}
        />
        <CheckboxField
          label="Withhold posts when an intimate image is reported"
          name="withholdOnNotice"
          hint="A complete notice hides its posts until you have decided. What may show a minor is always hidden at once."
          checked={settings.withholdOnNotice}
          onChange={(event) => setSettings({ ...settings, withholdOnNotice: event.target.checked })}
        />
        <TextAreaField
          label="Hosts that are mirrors of each other"
          name="hostMirrors"
          rows={3}
          maxLength={limits.stayDown.mirrors}
          hint="One group per line, like: example.com example.net. What a case removed from one of them stays down on the others."
          value={settings.hostMirrors}
          onChange={(event) => setSettings({ ...settings, hostMirrors: event.target.value })}
        />
        <CaseReasonFields
          reasons={settings.caseReasons}
          onChange={(caseReasons) => setSettings({ ...settings, caseReasons })}
        />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Records</legend>
        <CheckboxField
          label="Publish posts with complete records only"
          name="requireRecords"
          hint="A source, a rights holder or records custodian, a consent statement and a date. What is published already stays; Records lists what lacks them."
          checked={settings.requireRecords}
          onChange={(event) => setSettings({ ...settings, requireRecords: event.target.checked })}
        />
      </fieldset>
      <LinkFields settings={settings} onChange={(changes) => setSettings({ ...settings, ...changes })} />
      <AgeFields rules={settings.ageRules} onChange={(ageRules) => setSettings({ ...settings, ageRules })} />
      <ProhibitedTermFields
        settings={settings}
        unsaved={unsaved}
        onChange={(changes) => setSettings({ ...settings, ...changes })}
      />
      <BackupFields backups={settings.backups} onChange={(backups) => setSettings({ ...settings, backups })} />
      <CrawlerFields settings={settings} onChange={(changes) => setSettings({ ...settings, ...changes })} />
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Operator</legend>
        <MissingFacts settings={settings} />
        <TextField
          label="Contact email"
          type="email"
          maxLength={limits.email}
          hint="Where visitors write to. Until it is filled in, the pages of the footer show the security contact, or say that there is none."
          {...text('contactEmail')}
        />
        <OperatorFields operator={settings.operator} onChange={(operator) => setSettings({ ...settings, operator })} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-base font-[620]">Pages of the footer</legend>
        <PageTextFields settings={settings} onChange={(pageTexts) => setSettings({ ...settings, pageTexts })} />
        <CheckboxField
          label="Publish the transparency page"
          name="publishTransparency"
          hint="At /transparency, with a link in the footer: how many notices of each kind were received, how long decisions took and what was decided."
          checked={settings.publishTransparency}
          onChange={(event) => setSettings({ ...settings, publishTransparency: event.target.checked })}
        />
      </fieldset>
      <NamesField
        name="featuredPerformers"
        label="Featured performers"
        listLabel="Featured performers"
        kind="performer"
        names={settings.featuredPerformers}
        maxNames={limits.settings.featuredPerformers}
        onChange={(featuredPerformers, rest) => setSettings({ ...settings, featuredPerformers }, rest)}
        typed={typed}
        onType={(text) => setSettings(settings, text)}
      />
      <BannerFields banners={settings.banners} onChange={(banners) => setSettings({ ...settings, banners })} />
      <div className="sticky bottom-0 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Save settings
        </button>
      </div>
    </Form>
  );
}
