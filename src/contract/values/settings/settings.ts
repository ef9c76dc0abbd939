import { accountSettings } from './account-settings.ts';
import type { PlainInput, Setting } from './kinds.ts';
import { operationSettings } from './operation-settings.ts';
import { safetySettings } from './safety-settings.ts';
import { siteSettings } from './site-settings.ts';

/**
 * Everything that main admins change on the screen Settings. The API's schemas, the form, the audit log, the rules about
 * who sees a setting and docs/operations/settings.md follow from it; `npm run docs` writes the last.
 */
export const describedSettings = { ...siteSettings, ...accountSettings, ...safetySettings, ...operationSettings };

export type Settings = typeof describedSettings;
export type SettingName = keyof Settings;
/** The settings of one kind of input. */
export type SettingsOf<Input extends PlainInput | 'special'> = {
  [K in SettingName]: Settings[K]['input'] extends Input ? K : never;
}[SettingName];
export type PublicSettingName = {
  [K in SettingName]: Settings[K]['isPublic'] extends true ? K : never;
}[SettingName];

/** The type of a setting's value. */
export type SettingValue<K extends SettingName> =
  K extends SettingsOf<'checkbox'>
    ? boolean
    : K extends SettingsOf<'number'>
      ? number
      : K extends SettingsOf<'lines'>
        ? string[]
        : K extends SettingsOf<'special'>
          ? Settings[K] extends { default: infer Value }
            ? Value
            : never
          : string;

/** All settings in the form's order. */
export const settingNames = Object.keys(describedSettings) as SettingName[];

/** Settings by path: 'heading', or 'operator.address' for a setting with parts. */
export type FlatSettings = Record<string, unknown>;

const settingOf = (name: string): Setting | undefined =>
  Object.hasOwn(describedSettings, name) ? describedSettings[name as SettingName] : undefined;

const partsOf = (name: string) => {
  const setting = settingOf(name);
  return setting?.input === 'special' ? setting.parts : undefined;
};

/** Splits the settings that have parts, so that each part is merged and noted by itself. */
export const flattenSettings = (all: object): FlatSettings =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]: [string, unknown]) =>
      partsOf(name) && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([part, each]): [string, unknown] => [`${name}.${part}`, each])
        : [[name, value] as [string, unknown]],
    ),
  );

/** Undefined for a setting that this version does not know. */
export const settingLabel = (path: string): string | undefined => {
  const [name = '', part] = path.split('.');
  return part === undefined ? settingOf(name)?.label : partsOf(name)?.[part];
};
