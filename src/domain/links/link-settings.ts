import { defaultSettings } from '#contract/values/default-settings.ts';
import type { Db } from '#db/database.ts';
import { readSettings } from '#domain/settings.ts';
import { parseRemovedTexts, type RemovalSigns } from './removal-signs.ts';

export interface LinkSettings {
  isOn: boolean;
  requestsPerHour: number;
  /** Between two requests to a host. */
  pauseMs: number;
  /** What becomes of a post without a living link. */
  hidesDeadPosts: boolean;
  removalSigns: RemovalSigns;
}

export const readLinkSettings = async (db: Db): Promise<LinkSettings> => {
  const settings = { ...defaultSettings, ...(await readSettings(db)) };
  return {
    isOn: settings.checkLinks,
    requestsPerHour: settings.linkRequestsPerHour,
    pauseMs: settings.linkPauseSeconds * 1000,
    hidesDeadPosts: settings.hideDeadPosts,
    removalSigns: parseRemovedTexts(settings.removedTexts),
  };
};
