import { defaultCaseReasons } from '../cases.ts';
import { defaultPageTexts } from '../info-page-texts.ts';
import {
  describedSettings,
  type PublicSettingName,
  type Settings,
  type SettingValue,
  settingNames,
} from './settings.ts';

const longDefaults = { caseReasons: defaultCaseReasons, pageTexts: defaultPageTexts };

type LongDefault = { [K in keyof Settings]: Settings[K] extends { default: unknown } ? never : K }[keyof Settings];
/** A setting without a default does not compile. */
type Defaults = { [K in Exclude<keyof Settings, LongDefault>]: SettingValue<K> } & {
  [K in LongDefault]: (typeof longDefaults)[K];
};

/** The defaults of all settings. */
export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => {
    const setting = describedSettings[name];
    return [name, 'default' in setting ? setting.default : longDefaults[name as LongDefault]];
  }),
) as Defaults;

/** The defaults of the settings that visitors get. */
export const defaultPublicSettings = Object.fromEntries(
  Object.entries(defaultSettings).filter(([name]) => describedSettings[name as keyof Settings].isPublic),
) as Pick<Defaults, PublicSettingName>;
