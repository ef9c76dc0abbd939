/** Everything that follows from the description of the settings: each setting has all of it. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { errorResponse, InvalidInputError } from '#api/http/error-handler.ts';
import { validatorOf } from '#api/http/validation.ts';
import { type SiteSettings, settingsRoutes } from '#contract/settings.ts';
import { auditText, changedFields } from '#contract/values/audit.ts';
import { defaultPublicSettings, defaultSettings } from '#contract/values/settings/defaults.ts';
import { type PlainInput, type PlainSetting, type Setting, subjectOf } from '#contract/values/settings/kinds.ts';
import { describedSettings, type SettingName, settingNames } from '#contract/values/settings/settings.ts';
import { lowerFirst } from '#contract/values/text.ts';
import { SettingsForm } from '#web/admin/settings/settings-form.tsx';
import { settingsPage } from '../../../scripts/settings-page.ts';
import { renderScreen } from '../../support/rendered-screen.tsx';

const validate = validatorOf(settingsRoutes.saveSettings.body, 'body');

const problemWith = (body: Record<string, unknown>): Record<string, string> => {
  if (validate(body)) return {};
  return (errorResponse(new InvalidInputError(validate.errors ?? [], 'body')).body as { fields: object })
    .fields as Record<string, string>;
};

/** Values just beyond the limits of each kind. */
const beyond: { [I in PlainInput]: (setting: PlainSetting<I>) => unknown[] } = {
  checkbox: () => ['yes'],
  number: ({ min, max }) => [min - 1, max + 1, min + 0.5],
  line: ({ maxLength }) => ['x'.repeat(maxLength + 1)],
  paragraph: ({ maxLength }) => ['x'.repeat(maxLength + 1)],
  lines: ({ maxCount, maxLength }) => [Array(maxCount + 1).fill('x'), ['x'.repeat(maxLength + 1)]],
  color: () => ['red'],
  email: () => ['nobody'],
  'https url': () => ['http://example.com/'],
  'email or https url': () => ['http://example.com/'],
  'url or path': () => ['example'],
  'time zone': ({ maxLength }) => ['x'.repeat(maxLength + 1)],
};

const beyondLimitsOf = (setting: Setting): unknown[] =>
  setting.input === 'special' ? [7] : (beyond[setting.input] as (setting: PlainSetting) => unknown[])(setting);

/** Sentences that say how to write an email, an entry of a list or a group of mirrors need not name the setting. */
const namesNothing = /^Enter an email address|^The (?:term|phrase) may have|^Mirrors must/;

/** Another value of the same type. */
const changed = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}x`;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['x'];
  const [[key = '', part] = []] = Object.entries(value as object);
  return { ...(value as object), [key]: changed(part) };
};

const saving = { busy: false, problem: undefined, errors: {} } as Parameters<typeof SettingsForm>[0]['saving'];
const form = renderScreen(
  ({ loaderData }: { loaderData: SiteSettings }) => (
    <SettingsForm
      settings={loaderData}
      typed=""
      unsaved={false}
      saving={saving}
      onChange={() => {}}
      onDiscard={() => {}}
    />
  ),
  defaultSettings,
);
const page = settingsPage();

describe.each(settingNames)('the setting %s', (name: SettingName) => {
  const setting: Setting = describedSettings[name];

  it('has a default that is valid', () => {
    expect(problemWith({ [name]: defaultSettings[name] })[name]).toBeUndefined();
  });

  it('is refused beyond its limits, by a sentence that names it', () => {
    for (const value of beyondLimitsOf(setting)) {
      const sentence = problemWith({ [name]: value })[name];
      expect(sentence).toMatch(/^[A-Z“].*\.$/);
      if (!namesNothing.test(sentence ?? ''))
        expect(sentence?.toLowerCase()).toContain(subjectOf(setting).toLowerCase());
    }
  });

  it('is noted in the audit log in words', () => {
    const before = { [name]: defaultSettings[name] };
    const after = { [name]: changed(defaultSettings[name]) };
    const entry = { action: 'update', entity: 'settings', entityId: '1', before, after };
    const [field, ...others] = changedFields(entry);
    expect(others).toEqual([]);
    expect(isDeepStrictEqual(field?.before, field?.after)).toBe(false);
    expect(`${field?.before} ${field?.after}`).not.toMatch(/[{[]"|\[object/);
    const parts = setting.input === 'special' ? Object.values(setting.parts ?? {}) : [];
    expect(parts.length > 0 ? parts : [setting.label]).toContain(field?.label);
    expect(auditText(entry)).toBe(`edited the settings: ${lowerFirst(field?.label ?? '')}`);
  });

  it('is in the form, with its help', () => {
    const named = form.$(`[name="${name}"], [name^="${name}."]`).length;
    expect(named + form.textsOf('label').filter((text) => text === setting.label).length).toBeGreaterThan(0);
    if (setting.input !== 'special') {
      const input = form.$(`[name="${name}"]`);
      const label = form.$(`label[for="${input.attr('id')}"]`).text() || input.closest('label').text();
      expect(label).toBe(setting.label);
      if (setting.help) expect(form.$(`[id="${input.attr('aria-describedby')}"]`).text()).toBe(setting.help);
    }
  });

  it('is on the page of settings', () => {
    expect(page.replaceAll(/ {2,}/g, ' ')).toContain(`| ${setting.label} | \`${name}\` |`);
  });

  it('is among the defaults that visitors get only if it is public', () => {
    expect(name in defaultPublicSettings).toBe(setting.isPublic);
  });
});

it('omitted settings get their defaults; the server has that of the site name', () => {
  const body: Record<string, unknown> = {};
  expect(problemWith(body)).toEqual({});
  const { siteName, ...others } = defaultSettings;
  expect(body).toEqual(others);
});

it('the audit log says which part of a setting has changed', () => {
  const entry = {
    action: 'update',
    entity: 'settings',
    entityId: '1',
    before: { operator: { name: '', address: 'Quay 1' }, backups: { hour: 2, days: 7 } },
    after: { operator: { name: 'Harbour Ltd', address: 'Quay 1' }, backups: { hour: null, days: 7 } },
  };
  expect(changedFields(entry).map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Legal name of the operator', undefined, 'Harbour Ltd'],
    ['Backups', 'Hour: 2, Days: 7', 'Hour: none, Days: 7'],
  ]);
});

it('a setting that this version does not know has a readable name in the audit log', () => {
  const entry = { entity: 'settings', before: { nightShift: false }, after: { nightShift: true } };
  expect(changedFields(entry)[0]?.label).toBe('Night shift');
});
