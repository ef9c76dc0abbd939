import type { VersionedSettings } from '#contract/settings.ts';
import { loadSettings } from '../kit/records/settings.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { SettingsDraft } from './settings-draft.tsx';

export const clientLoader = () =>
  loadWithFallback<VersionedSettings | null>(loadSettings(), null, 'Failed to fetch the settings');

export default function Settings({ loaderData: { data, problem } }: Route.ComponentProps) {
  const admin = useAdmin();
  const mayChange = admin?.role === 'main_admin';
  return (
    <>
      <ScreenHead title="Settings" />
      <Problem message={problem} />
      <Problem message={mayChange ? undefined : 'Only main admin can change the settings.'} />
      {data && mayChange && <SettingsDraft stored={data} />}
    </>
  );
}
