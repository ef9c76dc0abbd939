import { dashboardRanges, defaultDashboardRange } from '#contract/values/dashboard-ranges.ts';
import { Tabs } from '../kit/screen/tabs.tsx';

const labels: Record<number, string> = { 365: 'A year' };

/** The range in a URL; the default for anything else. */
export const rangeOf = (url: URL): number => {
  const days = Number(url.searchParams.get('days'));
  return dashboardRanges.find((range) => range === days) ?? defaultDashboardRange;
};

export function RangeLinks({ days }: { days: number }) {
  return (
    <Tabs
      label="Range"
      tabs={dashboardRanges.map((range) => ({
        to: range === defaultDashboardRange ? '/admin/dashboard' : `/admin/dashboard?days=${range}`,
        active: range === days,
        label: labels[range] ?? `${range} days`,
      }))}
    />
  );
}
