import { truncate } from '../../components/format/text.ts';
import { maxShownSearch } from '../search/max-shown-search.ts';

/** Says that the list shows the results of another search than the one that was typed. */
export function CorrectedSearch({ text, corrected }: { text: string; corrected: string | undefined }) {
  if (corrected === undefined) return null;
  return (
    <p role="status" className="mb-5 rounded-xl bg-accent-soft px-4 py-3">
      Nothing matched “<bdi>{truncate(text, maxShownSearch)}</bdi>”. Showing results for{' '}
      <bdi className="font-semibold">{truncate(corrected, maxShownSearch)}</bdi> instead.
    </p>
  );
}
