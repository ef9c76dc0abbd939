import type { ReactNode, SubmitEvent } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { type SettingSection, settingSections } from '#contract/values/settings/kinds.ts';
import {
  describedSettings,
  type SettingName,
  type SettingsOf,
  settingNames,
} from '#contract/values/settings/settings.ts';
import { Form } from '../kit/forms/form.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { MissingFacts } from './operator-fields.tsx';
import { ProhibitedTermTools } from './prohibited-term-tools.tsx';
import type { Saving } from './saving.ts';
import { SettingInput } from './setting-inputs.tsx';
import { SpecialInput } from './special-inputs.tsx';

interface PartProps {
  settings: SiteSettings;
  /** Whether the form has unsaved changes. */
  unsaved: boolean;
}

interface SectionParts {
  above?: (props: PartProps) => ReactNode;
  below?: (props: PartProps) => ReactNode;
}

/** What sections have above and below their inputs. */
const sectionParts: Partial<Record<SettingSection, SectionParts>> = {
  operator: { above: ({ settings }) => <MissingFacts settings={settings} /> },
  terms: { below: ({ unsaved }) => <ProhibitedTermTools unsaved={unsaved} /> },
};

const isSpecial = (name: SettingName): name is SettingsOf<'special'> => describedSettings[name].input === 'special';

const sections = Object.entries(settingSections).map(([section, { title, ...rest }]) => ({
  section: section as SettingSection,
  title,
  note: 'note' in rest ? rest.note : undefined,
  names: settingNames.filter((name) => describedSettings[name].section === section),
}));

const wide = 'grid gap-4 sm:col-span-2';

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
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    saving.save(settings);
  };

  const inputOf = (name: SettingName) => {
    const change = (value: unknown, text?: string) => onChange({ ...settings, [name]: value }, text);
    const common = { settings, typed, onType: (text: string) => onChange(settings, text) };
    if (isSpecial(name)) return <SpecialInput name={name} value={settings[name]} onChange={change} {...common} />;
    return <SettingInput name={name} setting={describedSettings[name]} value={settings[name]} onChange={change} />;
  };

  return (
    <Form errors={errors} onSubmit={save} className="grid max-w-3xl gap-7">
      <Problem message={problem} />
      {sections.map(({ section, title, note, names }) => (
        <fieldset key={section} className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-1 text-base font-[620]">{title}</legend>
          <div className={`${wide} empty:hidden`}>
            {note && <p className="text-sm text-muted">{note}</p>}
            {sectionParts[section]?.above?.({ settings, unsaved })}
          </div>
          {names.map((name) => (
            <div key={name} className={'isHalf' in describedSettings[name] ? 'grid content-start' : wide}>
              {inputOf(name)}
            </div>
          ))}
          <div className={`${wide} empty:hidden`}>{sectionParts[section]?.below?.({ settings, unsaved })}</div>
        </fieldset>
      ))}
      <div className="sticky bottom-0 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Save settings
        </button>
      </div>
    </Form>
  );
}
