import type { SiteSettings } from '#contract/settings.ts';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { adminClient } from '../session/admin-client.ts';
import { useAdmin } from '../session/admin-session.ts';
import { loadOr } from '../session/failure.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import type { Route } from './+types/settings.ts';

export const clientLoader = () =>
  loadOr<SiteSettings | null>(adminClient.getSettings(), null, 'Failed to fetch the settings');

export default function Settings({ loaderData: { data, problem } }: Route.ComponentProps) {
  const admin = useAdmin();
  const mayChange = admin?.role === 'main_admin';
  return (
    <>
      <ScreenHead title="Settings" />
      <Problem message={problem} />
      <Problem message={mayChange ? undefined : 'Only main admin can change the settings.'} />
      {data && mayChange && <SettingsForm stored={data} />}
    </>
  );
}
