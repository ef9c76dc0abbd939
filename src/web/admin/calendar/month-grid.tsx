import type { ScheduledPost } from '../kit/records/scheduled-post.ts';
import { dayKey, type Month, weeksOf } from './month.ts';
import { PostLink } from './post-link.tsx';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface MonthGridProps {
  label: string;
  month: Month;
  postsByDay: ReadonlyMap<string, ScheduledPost[]>;
}

/** A month as on a wall calendar. */
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
