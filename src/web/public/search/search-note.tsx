import type { ReactNode } from 'react';
import { isTitleSearch, titleSearch, withoutTitlePrefix } from '#contract/values/lists.ts';
import { truncate } from '../../components/format.ts';
import type { VideoPage } from '../lists/video-page.ts';

/** A longer search is cut where a page repeats it; the search box has all of it. */
export const maxShownSearch = 80;

interface SearchNoteProps {
  search: string;
  list: Pick<VideoPage, 'correctedSearch' | 'didYouMean' | 'searchedEverywhere'>;
  /** Where the same page searches for another text, or for exactly this one. */
  hrefOf: (search: string, isExact: boolean) => string;
}

const shown = (text: string) => <bdi>{truncate(text, maxShownSearch)}</bdi>;

function NoteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    // Crawlers would search for every text twice.
    <a href={href} rel="nofollow" className="inline-block py-1 font-medium text-accent underline underline-offset-3">
      {children}
    </a>
  );
}

/** Says what the list shows where that is not exactly what was typed, and leads to what may have been meant. */
export function SearchNote({ search, list, hrefOf }: SearchNoteProps) {
  const alike = (text: string) => (isTitleSearch(search) ? titleSearch(text) : text);
  const { correctedSearch, didYouMean, searchedEverywhere } = list;
  if (correctedSearch === undefined && didYouMean === undefined && !searchedEverywhere) return null;
  return (
    <div role="status" className="mb-5 flex flex-wrap gap-x-4 rounded-xl bg-accent-soft px-4 py-2.5">
      {correctedSearch !== undefined && (
        <>
          <p className="py-1">
            Showing results for <strong className="font-semibold">{shown(correctedSearch)}</strong>
          </p>
          <p>
            <NoteLink href={hrefOf(search, true)}>Search instead for {shown(withoutTitlePrefix(search))}</NoteLink>
          </p>
        </>
      )}
      {didYouMean !== undefined && (
        <p>
          Did you mean <NoteLink href={hrefOf(alike(didYouMean), false)}>{shown(didYouMean)}</NoteLink>?
        </p>
      )}
      {searchedEverywhere && (
        <p className="py-1">No title has these words. These videos have them in their tags or performers.</p>
      )}
    </div>
  );
}
