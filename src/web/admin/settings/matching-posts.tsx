import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MatchingPost } from '#contract/prohibited-terms.ts';
import { plural } from '../../components/format/plural.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** Enough to act on; after that, the search can be repeated. */
const maxShown = 200;

interface Progress {
  posts: MatchingPost[];
  looked: number;
  total: number;
  isDone: boolean;
}

/** Which posts contain a term that was prohibited after they were listed. They stay listed until somebody acts. */
export function MatchingPosts({ unsaved }: { unsaved: boolean }) {
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);
  const { busy, problem, submit } = useSubmit('The posts could not be looked through.');

  const look = () =>
    submit(async () => {
      stopped.current = false;
      let posts: MatchingPost[] = [];
      let [looked, after]: [number, number | null] = [0, 0];
      while (after !== null && !stopped.current && posts.length < maxShown) {
        const found: Awaited<ReturnType<typeof adminClient.findMatchingPosts>> = await adminClient.findMatchingPosts({
          query: { after },
        });
        posts = [...posts, ...found.posts];
        looked += found.looked;
        after = found.next;
        setProgress({ posts, looked, total: found.total, isDone: after === null });
      }
    });

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => void look()} disabled={busy} aria-busy={busy}>
          Find posts that match
        </button>
        {busy && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              stopped.current = true;
            }}
          >
            Stop
          </button>
        )}
        <p role="status" className="text-sm text-muted">
          {progress &&
            `${plural(progress.posts.length, 'post')} found, ${progress.looked.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')} looked at.`}
          {!progress &&
            (unsaved ? 'Looks for the terms that are saved.' : 'Posts that match stay listed until you act.')}
        </p>
      </div>
      <Problem message={problem} />
      {progress && progress.posts.length > 0 && (
        <ul className="max-h-96 overflow-y-auto rounded-xl border border-line">
          {progress.posts.map(({ _id, titel, sentence }) => (
            <li key={_id} className="border-t border-line px-4 py-2.5 text-sm first:border-t-0">
              <Link to={`/admin/posts?edit=${_id}`} className="font-medium text-accent underline underline-offset-3">
                <bdi>{titel}</bdi>
              </Link>{' '}
              <span className="text-muted">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
