import type { VersionedSettings } from '#contract/settings.ts';
import { adminClient } from '../session/admin-client.ts';

/** Loads all settings. Without a session, the API returns only those of public pages. */
export const loadSettings = async (): Promise<VersionedSettings> => {
  const settings = await adminClient.getSettings();
  if ('minPasswordLength' in settings) return settings;
  // Responds with 401, which opens the sign-in.
  await adminClient.whoAmI();
  throw new Error('The settings were requested without a session.');
};

export const loadMinPasswordLength = async () => (await loadSettings()).minPasswordLength;
