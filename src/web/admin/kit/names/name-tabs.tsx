import type { NameKind } from '#contract/values/name-kinds.ts';
import { Tabs } from '../screen/tabs.tsx';

const tabs = ['used', 'unused', 'duplicates', 'history'] as const;
export type NameTab = (typeof tabs)[number];

const labels: Record<NameTab, string> = {
  used: 'In use',
  unused: 'Unused',
  duplicates: 'Likely duplicates',
  history: 'History',
};

const screens: Record<NameKind, string> = { tag: '/admin/tags-list', performer: '/admin/stars-list' };

export const nameTabUrl = (kind: NameKind, tab: NameTab) =>
  tab === 'used' ? screens[kind] : `${screens[kind]}?tab=${tab}`;

export const nameTabOf = (url: URL): NameTab => {
  const wanted = url.searchParams.get('tab');
  return tabs.find((tab) => tab === wanted) ?? 'used';
};

/** The parts of a list of tags or performers. */
export function NameTabs({ kind, active }: { kind: NameKind; active: NameTab }) {
  return (
    <Tabs
      label={kind === 'tag' ? 'Tags' : 'Stars'}
      tabs={tabs.map((tab) => ({ to: nameTabUrl(kind, tab), active: tab === active, label: labels[tab] }))}
    />
  );
}
