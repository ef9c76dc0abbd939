import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SiteSettings, VersionedSettings } from '#contract/settings.ts';
import { useSubmit } from '../kit/forms/form.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { isConflict } from '../kit/session/failure.ts';
import { notify } from '../kit/toasts.tsx';

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

/** The settings that an edit started from. */
export interface Base {
  settings: SiteSettings;
  version: number;
}

export const baseOf = ({ version, ...settings }: VersionedSettings): Base => ({ settings, version });

/** The form had `sent` when it was sent, and goes on with `edited`. */
interface Rebase {
  base: Base;
  sent: SiteSettings;
  edited: SiteSettings;
}

interface Conflict {
  merged: MergedSettings;
  sent: SiteSettings;
  /** What somebody else has saved. */
  theirs: Base;
}

interface SavingOptions {
  base: Base;
  onSaved: (rebase: Rebase) => void;
  onTakeTheirs: (rebase: Rebase) => void;
}

const saved = 'Settings saved.';

/**
 * Saves the settings. What somebody else has changed meanwhile is merged with them; only where both have changed the same
 * thing, `conflict` asks.
 */
export const useSaving = ({ base, onSaved, onTakeTheirs }: SavingOptions) => {
  const revalidator = useRevalidator();
  const form = useSubmit('The settings could not be saved.');
  const [conflict, setConflict] = useState<Conflict>();

  const send = async (from: Base, sent: SiteSettings, edited = sent, message = saved): Promise<void> => {
    try {
      const { settings } = await adminClient.saveSettings({ body: { ...edited, version: from.version } });
      setConflict(undefined);
      onSaved({ base: { settings: edited, version: settings.version }, sent, edited });
      notify(message);
      await revalidator.revalidate();
    } catch (error) {
      if (!isConflict(error) || !error.current) throw error;
      const theirs = baseOf(error.current as VersionedSettings);
      const merged = mergeSettings(from.settings, edited, theirs.settings);
      if (merged.conflicts.length > 0) setConflict({ merged, sent, theirs });
      else await send(theirs, sent, merged.withMine, `${saved} What someone else saved meanwhile is kept.`);
    }
  };

  const closeConflict = () => {
    setConflict(undefined);
    form.clearFailure();
  };
  return {
    ...form,
    save: (settings: SiteSettings) => void form.submit(() => send(base, settings)),
    conflict: conflict?.merged,
    keepMine: () => {
      if (conflict) void form.submit(() => send(conflict.theirs, conflict.sent, conflict.merged.withMine));
    },
    takeTheirs: () => {
      if (conflict) onTakeTheirs({ base: conflict.theirs, sent: conflict.sent, edited: conflict.merged.withTheirs });
      closeConflict();
    },
    closeConflict,
  };
};

export type Saving = ReturnType<typeof useSaving>;
