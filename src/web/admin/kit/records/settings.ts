import type { VersionedSettings } from '#contract/settings.ts';
import { adminClient } from '../session/admin-client.ts';

/** All settings. Visitors get only those of public pages, so without the others the session has ended. */
export const loadSettings = async (): Promise<VersionedSettings> => {
  const settings = await adminClient.getSettings();
  if ('minPasswordLength' in settings) return settings;
  // Answered with a 401, which leads to the login.
  await adminClient.whoAmI();
  throw new Error('The settings were requested without a session.');
};

export const loadMinPasswordLength = async () => (await loadSettings()).minPasswordLength;
