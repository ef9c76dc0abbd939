import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SiteSettings, VersionedSettings } from '#contract/settings.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { isConflict } from '../kit/session/failure.ts';
import { type MergedSettings, mergeSettings } from './merge-settings.ts';

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
