import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { findMatches, type Match } from './find-matches.ts';

/** Enough to act on; after that, the search can be repeated. */
const maxShown = 200;

interface Progress {
  matches: Match[];
  looked: number;
  total: number | undefined;
}

const progressText = ({ matches, looked, total }: Progress) =>
  [
    `${plural(matches.length, 'match', 'matches')} found`,
    total === undefined ? 'looking' : `${looked.toLocaleString('en-US')} of ${plural(total, 'post')} looked at`,
  ].join(', ');

/** What contains a term that was prohibited after it was listed. It stays listed until somebody acts. */
export function Matches({ unsaved }: { unsaved: boolean }) {
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);
  const { busy, problem, submit } = useSubmit('The posts could not be looked through.');

  const look = () =>
    submit(async () => {
      stopped.current = false;
      let [matches, looked]: [Match[], number] = [[], 0];
      for await (const found of findMatches()) {
        matches = [...matches, ...found.matches];
        looked += found.looked;
        setProgress({ matches, looked, total: found.total });
        if (stopped.current || matches.length >= maxShown) break;
      }
    });

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => void look()} disabled={busy} aria-busy={busy}>
          Find what matches
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
          {progress && `${progressText(progress)}.`}
          {!progress &&
            (unsaved
              ? 'Looks for the terms that are saved.'
              : 'Posts, tags, stars, sites and texts that match stay listed until you act.')}
        </p>
      </div>
      <Problem message={problem} />
      {progress && progress.matches.length > 0 && (
        <ul aria-label="Matches" className="max-h-96 overflow-y-auto rounded-xl border border-line">
          {progress.matches.map(({ key, kind, name, sentence, url }) => (
            <li key={key} className="border-t border-line px-4 py-2.5 text-sm first:border-t-0">
              {kind !== '' && <span className="text-muted">{kind} </span>}
              <Link to={url} className="font-medium text-accent underline underline-offset-3">
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="text-muted">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
