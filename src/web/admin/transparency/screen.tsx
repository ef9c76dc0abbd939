import { Link } from 'react-router';
import { FiguresNotes, FiguresTable } from '../../components/transparency/figures.tsx';
import { DayFilter } from '../kit/lists/filters.tsx';
import { loadSettings } from '../kit/records/settings.ts';
import { Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';

const loadReport = (from: string | null, to: string | null) =>
  adminClient.getCaseFigures({ query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } });

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const [report, settings] = await Promise.all([
    loadWithFallback(loadReport(searchParams.get('from'), searchParams.get('to')), null, 'Failed to fetch the figures'),
    loadSettings(),
  ]);
  return { report, isPublished: settings.publishTransparency };
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (date: string) => day.format(new Date(date));

const linkStyle = 'text-accent underline underline-offset-3';

export default function Transparency({ loaderData: { report, isPublished } }: Route.ComponentProps) {
  const { data, problem } = report;
  return (
    <>
      <ScreenHead title="Transparency">
        <DayFilter name="from" label="From" unset={data?.from} />
        <DayFilter name="to" label="To" unset={data?.to} />
      </ScreenHead>
      <p className="-mt-3 mb-4 text-muted">
        {data && `Notices received from ${dayOf(data.from)} to ${dayOf(data.to)}. `}
        {isPublished ? (
          <>
            Visitors can see these figures by month at{' '}
            <a href="/transparency" target="_blank" rel="noopener" className={linkStyle}>
              /transparency
            </a>
            .
          </>
        ) : (
          <>
            These figures are not public. You can publish them in the{' '}
            <Link to="/admin/settings" className={linkStyle}>
              settings
            </Link>
            .
          </>
        )}
      </p>
      <Problem message={problem} />
      {data && <FiguresTable report={data} />}
      {data && <FiguresNotes />}
    </>
  );
}
