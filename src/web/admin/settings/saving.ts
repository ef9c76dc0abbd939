import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SiteSettings, VersionedSettings } from '#contract/settings.ts';
import { type FlatSettings, flattenSettings } from '#contract/values/settings/settings.ts';
import { useSubmit } from '../kit/forms/form.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { isConflict } from '../kit/session/failure.ts';
import { notify } from '../kit/toasts.tsx';

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

/** Applies the additions and removals of both. */
const mergeTexts = (base: string[], mine: string[], theirs: string[]) => [
  ...theirs.filter((text) => mine.includes(text) || !base.includes(text)),
  ...mine.filter((text) => !base.includes(text) && !theirs.includes(text)),
];

export interface MergedSettings {
  /** Both merge the changes of both admins and differ only in which side wins a conflict. */
  withMine: SiteSettings;
  withTheirs: SiteSettings;
  /** Paths that both have changed to different values. */
  conflicts: string[];
}

/** A three-way merge of two edits of `base`. */
export const mergeSettings = (base: SiteSettings, mine: SiteSettings, theirs: SiteSettings): MergedSettings => {
  const [before, my, their] = [flattenSettings(base), flattenSettings(mine), flattenSettings(theirs)];
  const merged: FlatSettings = { ...their };
  const conflicts: FlatSettings = {};
  for (const [path, value] of Object.entries(my)) {
    const [baseValue, theirValue] = [before[path], their[path]];
    if (isSame(value, baseValue) || isSame(value, theirValue)) continue;
    if (isSame(theirValue, baseValue)) merged[path] = value;
    else if (isTexts(baseValue) && isTexts(value) && isTexts(theirValue))
      merged[path] = mergeTexts(baseValue, value, theirValue);
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

/** The new base after a save or conflict: the form’s values when it was sent, and what they became. */
interface Rebase {
  base: Base;
  sent: SiteSettings;
  edited: SiteSettings;
}

interface Conflict {
  merged: MergedSettings;
  sent: SiteSettings;
  theirs: Base;
}

interface SavingOptions {
  base: Base;
  onSaved: (rebase: Rebase) => void;
  onTakeTheirs: (rebase: Rebase) => void;
}

const saved = 'Settings saved.';

/** Saves the settings, merged with changes by other admins. Sets `conflict` if both changed the same setting. */
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
      else
        await send(theirs, sent, merged.withMine, `${saved} Changes that someone else saved in the meantime are kept.`);
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
