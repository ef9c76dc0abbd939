import type { SiteSettings } from '#contract/settings.ts';

/** Settings by name. Those of `parted` are one value for each of their own fields: 'operator.address'. */
export type FlatSettings = Record<string, unknown>;

/** Two admins may edit different texts of these at once. */
const parted: readonly string[] = ['pageTexts', 'operator', 'caseReasons'] satisfies (keyof SiteSettings)[];

export const flatten = (settings: SiteSettings): FlatSettings =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) =>
      parted.includes(key)
        ? Object.entries(value).map(([part, text]) => [`${key}.${part}`, text] as [string, unknown])
        : [[key, value] as [string, unknown]],
    ),
  );

const unflatten = (flat: FlatSettings): SiteSettings => {
  const settings: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const [key = '', part] = path.split('.');
    settings[key] = part === undefined ? value : { ...(settings[key] as object), [part]: value };
  }
  return settings as SiteSettings;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** What both have added and removed. */
const mergeTexts = (base: string[], mine: string[], theirs: string[]) => [
  ...theirs.filter((text) => mine.includes(text) || !base.includes(text)),
  ...mine.filter((text) => !base.includes(text) && !theirs.includes(text)),
];

export interface MergedSettings {
  /** With what both have changed. Where they disagree, it is mine or theirs. */
  withMine: SiteSettings;
  withTheirs: SiteSettings;
  /** What both have changed, and differently. */
  conflicts: string[];
}

/** A three-way merge: `mine` and `theirs` were both made of `base`. */
export const mergeSettings = (base: SiteSettings, mine: SiteSettings, theirs: SiteSettings): MergedSettings => {
  const [before, my, their] = [flatten(base), flatten(mine), flatten(theirs)];
  const merged: FlatSettings = { ...their };
  const conflicts: FlatSettings = {};
  for (const [path, value] of Object.entries(my)) {
    const [was, theirValue] = [before[path], their[path]];
    if (isSame(value, was) || isSame(value, theirValue)) continue;
    if (isSame(theirValue, was)) merged[path] = value;
    else if (isTexts(was) && isTexts(value) && isTexts(theirValue)) merged[path] = mergeTexts(was, value, theirValue);
    else conflicts[path] = value;
  }
  return {
    withMine: unflatten({ ...merged, ...conflicts }),
    withTheirs: unflatten(merged),
    conflicts: Object.keys(conflicts),
  };
};
