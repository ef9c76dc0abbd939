import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isPeriodOfMonths, lastTwelveMonths } from '#contract/values/statistics.ts';
import { FiguresNotes, FiguresTable } from '../../components/transparency/figures.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { notFoundWithoutVideos } from '../not-found.ts';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList } from '../structured-data.ts';

interface MonthsFormProps {
  action: string;
  from: string;
  to: string;
}

/** Browsers that don't support month fields show a text field. */
function Month({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1 text-[13px] text-muted">
      {label}
      <input
        key={value}
        type="month"
        name={name}
        required
        defaultValue={value}
        pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
        placeholder="2026-11"
        className="field h-11 w-auto py-0 text-text"
      />
    </label>
  );
}

function MonthsForm({ action, from, to }: MonthsFormProps) {
  return (
    <form action={action} aria-label="Period" className="my-6 flex flex-wrap items-end gap-3">
      <Month label="From" name="from" value={from} />
      <Month label="To" name="to" value={to} />
      <button type="submit" className="btn btn-quiet">
        Show
      </button>
    </form>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

const title = 'Transparency';
const path = '/transparency';

const monthInWords = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The period in the URL. The last twelve months if it is missing or invalid. */
const periodIn = ({ searchParams }: URL) => {
  const defaultPeriod = lastTwelveMonths(new Date());
  const period = {
    from: searchParams.get('from') || defaultPeriod.from,
    to: searchParams.get('to') || defaultPeriod.to,
  };
  return isPeriodOfMonths(period) ? period : defaultPeriod;
};

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const period = periodIn(url);
  try {
    return { period, report: await context.get(siteContext).client.getTransparency({ query: period }) };
  } catch (error) {
    if (isApiError(error) && error.status === 404) throw notFoundWithoutVideos();
    throw error;
  }
};

export default function Transparency() {
  const { period, report } = useLoaderData<typeof loader>();
  const { siteUrl, settings } = useSite();
  return (
    <div className="wrap pt-7">
      <PageHead
        title={title}
        description={`How many notices ${settings.siteName} received, what they were about, how long decisions took and what was decided.`}
        path={path}
        jsonLd={[breadcrumbList(siteUrl, [{ name: title, path }])]}
      />
      <h1>{title}</h1>
      <p className="mt-3 max-w-[70ch]">
        Anyone can{' '}
        <a href="/report" className="text-accent underline underline-offset-3">
          report content
        </a>{' '}
        to us. This is what happened to the notices we received from {monthInWords(period.from)} to{' '}
        {monthInWords(period.to)}.
      </p>
      <MonthsForm action={path} {...period} />
      <FiguresTable report={report} />
      <FiguresNotes />
    </div>
  );
}
