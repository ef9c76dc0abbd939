import { Link } from 'react-router';
import { adminClient } from '../kit/session/admin-client.ts';

/** A month in the viewer’s time zone. */
interface Month {
  year: number;
  /** January is 0. */
  index: number;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

const startOf = ({ year, index }: Month) => new Date(year, index, 1);

/** Parses '2026-11'. Anything else results in the current month. */
export const parseMonth = (text: string | null, now = new Date()): Month => {
  const [, year, month] = /^([12]\d{3})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === undefined) return { year: now.getFullYear(), index: now.getMonth() };
  return { year: Number(year), index: Number(month) - 1 };
};

export const monthsLater = ({ year, index }: Month, months: number): Month => {
  const start = new Date(year, index + months, 1);
  return { year: start.getFullYear(), index: start.getMonth() };
};

export const monthKey = ({ year, index }: Month) => `${year}-${String(index + 1).padStart(2, '0')}`;

export const monthLabel = (month: Month) => monthName.format(startOf(month));

/** Whole weeks from Monday to Sunday, including days of the adjacent months. */
export const weeksOf = (month: Month): Date[][] => {
  const start = startOf(month);
  const monday = 1 - ((start.getDay() + 6) % 7);
  const weeks: Date[][] = [];
  for (let day = monday; ; day += 7) {
    const week = Array.from({ length: 7 }, (_, n) => new Date(month.year, month.index, day + n));
    if (weeks.length > 0 && (week[0] as Date).getMonth() !== month.index) return weeks;
    weeks.push(week);
  }
};

/** The day in the viewer’s time zone, such as '2026-11-16'. */
export const dayKey = (time: Date) =>
  `${monthKey({ year: time.getFullYear(), index: time.getMonth() })}-${String(time.getDate()).padStart(2, '0')}`;

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

function PostLink({ post }: { post: ScheduledPost }) {
  return (
    <Link
      to={`/admin/posts?edit=${post.id}`}
      className="flex min-h-8 min-w-0 items-center gap-2 rounded-lg bg-raised px-2 py-1 text-[13px] hover:bg-accent-soft max-md:min-h-11"
    >
      <time dateTime={post.publishAt} className="shrink-0 text-muted tabular-nums">
        {clock.format(new Date(post.publishAt))}
      </time>
      <bdi className="truncate font-medium">{post.title}</bdi>
    </Link>
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface MonthGridProps {
  label: string;
  month: Month;
  postsByDay: ReadonlyMap<string, ScheduledPost[]>;
}

export function MonthGrid({ label, month, postsByDay }: MonthGridProps) {
  const today = dayKey(new Date());
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse max-md:hidden">
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" className="pb-2 text-left text-[13px] font-medium text-muted">
              <abbr title={day} className="no-underline">
                {day.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={dayKey(week[0] as Date)}>
            {week.map((day) => {
              const key = dayKey(day);
              const isOther = day.getMonth() !== month.index;
              return (
                <td key={key} className={`h-28 border border-line p-1.5 align-top ${isOther ? '' : 'bg-surface'}`}>
                  <time
                    dateTime={key}
                    aria-current={key === today ? 'date' : undefined}
                    className={`mb-1 inline-grid size-7 place-items-center rounded-full text-[13px] tabular-nums ${
                      key === today ? 'bg-glow font-medium text-on-glow' : 'text-muted'
                    }`}
                  >
                    {day.getDate()}
                  </time>
                  <ul className="grid gap-1">
                    {(postsByDay.get(key) ?? []).map((post) => (
                      <li key={post.id} className="min-w-0">
                        <PostLink post={post} />
                      </li>
                    ))}
                  </ul>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' });

/** The month on small screens: a list of the days with posts. */
export function Agenda({ postsByDay }: { postsByDay: ReadonlyMap<string, ScheduledPost[]> }) {
  return (
    <ol className="grid gap-5 md:hidden">
      {[...postsByDay].map(([day, posts]) => (
        <li key={day}>
          <h2 className="mb-2 text-sm font-medium text-muted">{dayName.format(new Date(`${day}T12:00`))}</h2>
          <ul className="grid gap-1.5">
            {posts.map((post) => (
              <li key={post.id} className="min-w-0">
                <PostLink post={post} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

export interface ScheduledPost {
  id: string;
  title: string;
  imageUrl: string;
  publishAt: string;
}

export interface Calendar {
  posts: ScheduledPost[];
  drafts: number;
  scheduled: number;
}

export const emptyCalendar: Calendar = { posts: [], drafts: 0, scheduled: 0 };

export const loadCalendar = async (from: Date, to: Date): Promise<Calendar> => {
  const query = { from: from.toISOString(), to: to.toISOString() };
  const { posts, drafts, scheduled } = await adminClient.getCalendar({ query });
  return { posts: posts.map(({ _id: id, titel: title, ...post }) => ({ ...post, id, title })), drafts, scheduled };
};
