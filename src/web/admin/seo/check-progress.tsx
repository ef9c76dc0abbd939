import { fullCount } from '../kit/format/counts.ts';
import type { SeoCheck } from '../kit/records/seo-check.ts';
import { useRefresh } from '../kit/screen/use-refresh.ts';

const refreshMs = 2000;

/** How far the running check is. The number of pages grows while it finds links. */
export function CheckProgress({ check }: { check: SeoCheck }) {
  useRefresh(refreshMs);
  const { pagesRead, pagesKnown } = check;
  return (
    <div className="mb-5 rounded-2xl border border-line bg-surface px-4.5 py-4">
      <p id="check-progress" className="mb-2.5 tabular-nums">
        {fullCount(pagesRead)} of {fullCount(Math.max(pagesKnown, 1))} pages found so far
      </p>
      <progress aria-labelledby="check-progress" max={Math.max(pagesKnown, 1)} value={pagesRead} className="progress" />
    </div>
  );
}
