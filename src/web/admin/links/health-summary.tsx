import { Link } from 'react-router';
import { linkStates } from '#contract/values/link-health.ts';
import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import { stateMeanings, stateNames } from '../kit/links/link-words.ts';
import { DeadTrend } from './dead-trend.tsx';
import type { LinkHealth } from './links-list.ts';

/** What the checks are doing, in a sentence. */
const workSentence = ({ isOn, requests, requestsPerHour, unswept, counts }: LinkHealth) => {
  if (!isOn) return 'Links are not checked: that is switched off in Settings.';
  const waiting = unswept > 0 ? ` The links of about ${plural(unswept, 'post')} are still to be collected.` : '';
  const first = counts.unchecked > 0 ? ` ${plural(counts.unchecked, 'link')} wait for their first check.` : '';
  return `${plural(requests, 'request')} of ${fullCount(requestsPerHour)} in this hour.${waiting}${first}`;
};

/** How many links live, are dead or neither, and how the dead ones have developed. */
export function HealthSummary({ health }: { health: LinkHealth }) {
  const { counts, days } = health;
  const shown = linkStates.filter((state) => state !== 'ignored' || counts.ignored > 0);
  return (
    <section aria-label="State of all links" className="mb-6 rounded-2xl border border-line bg-surface px-4.5 py-4">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <ul className="flex flex-wrap gap-x-7 gap-y-3">
          {shown.map((state) => (
            <li key={state}>
              <Link
                to={`/admin/links?tab=all&state=${state}`}
                title={stateMeanings[state]}
                className="group grid min-h-11 content-center"
              >
                <span
                  className={`text-xl leading-7 font-[620] tabular-nums ${state === 'dead' && counts.dead > 0 ? 'text-danger' : ''}`}
                >
                  {fullCount(counts[state])}
                </span>
                <span className="text-[13px] text-muted group-hover:text-text group-hover:underline">
                  {stateNames[state]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {days.length > 1 && <DeadTrend days={days} />}
      </div>
      <p className="mt-3 text-[13px] text-muted">{workSentence(health)}</p>
    </section>
  );
}
