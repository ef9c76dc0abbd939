import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { timeZone } from '../kit/forms/local-time.ts';
import { Empty, ErrorPanel, ScreenHead } from '../kit/screen-parts.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import {
  Agenda,
  dayKey,
  emptyCalendar,
  loadCalendar,
  MonthGrid,
  monthKey,
  monthLabel,
  monthsLater,
  parseMonth,
  type ScheduledPost,
  weeksOf,
} from './month.tsx';

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const month = parseMonth(url.searchParams.get('month'));
  const weeks = weeksOf(month);
  const first = weeks[0]?.[0] as Date;
  const end = new Date(first.getFullYear(), first.getMonth(), first.getDate() + weeks.length * 7);
  return { month, calendar: await loadWithFallback(loadCalendar(first, end), emptyCalendar, 'Failed to fetch data') };
};

const groupByDay = (posts: readonly ScheduledPost[]) => {
  const days = new Map<string, ScheduledPost[]>();
  for (const post of posts) {
    const day = dayKey(new Date(post.publishAt));
    days.set(day, [...(days.get(day) ?? []), post]);
  }
  return days;
};

export default function CalendarScreen({ loaderData: { month, calendar } }: Route.ComponentProps) {
  const { posts, drafts, scheduled } = calendar.data;
  const label = monthLabel(month);
  const postsByDay = groupByDay(posts);
  const hrefOf = (months: number) => `/admin/calendar?month=${monthKey(monthsLater(month, months))}`;
  return (
    <>
      <ScreenHead title="Calendar">
        <Link
          to={hrefOf(-1)}
          className="btn btn-quiet w-11 px-0 text-lg"
          aria-label={`Previous month, ${monthLabel(monthsLater(month, -1))}`}
        >
          ‹
        </Link>
        <span aria-live="polite" className="min-w-36 text-center font-medium">
          {label}
        </span>
        <Link
          to={hrefOf(1)}
          className="btn btn-quiet w-11 px-0 text-lg"
          aria-label={`Next month, ${monthLabel(monthsLater(month, 1))}`}
        >
          ›
        </Link>
        <Link to="/admin/calendar" className="btn btn-quiet px-4">
          Today
        </Link>
      </ScreenHead>
      {calendar.problem === undefined ? (
        <>
          <p className="mb-4 text-sm text-muted">
            {plural(scheduled, 'scheduled post')} and{' '}
            <Link to="/admin/posts?state=draft" className="underline underline-offset-3">
              {plural(drafts, 'draft')}
            </Link>{' '}
            in total. Times are in your time zone, {timeZone()}.
          </p>
          <MonthGrid label={label} month={month} postsByDay={postsByDay} />
          <Agenda postsByDay={postsByDay} />
          {posts.length === 0 && (
            <div className="md:hidden">
              <Empty title="No scheduled posts">Nothing is scheduled for this month.</Empty>
            </div>
          )}
        </>
      ) : (
        <ErrorPanel message={calendar.problem} />
      )}
    </>
  );
}
