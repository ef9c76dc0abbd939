import type { ScheduledPost } from '../kit/records/scheduled-post.ts';
import { PostLink } from './post-link.tsx';

const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' });

/** The days of a month that have posts, one below the other: for phones. */
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
