import type { Setting } from './setting-kinds.ts';
import { describedSettings, type SettingName } from './settings.ts';

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
