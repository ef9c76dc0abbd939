import type { ReactNode } from 'react';
import { isTitleSearch, titleSearch, withoutTitlePrefix } from '#contract/values/lists.ts';
import { truncate } from '../../components/format.ts';
import type { VideoPage } from '../lists/video-page.ts';

/** Longer searches are truncated in headings and notes. The search box shows all of the text. */
export const maxShownSearch = 80;

interface SearchNoteProps {
  search: string;
  list: Pick<VideoPage, 'correctedSearch' | 'didYouMean' | 'searchedEverywhere'>;
  /** URL of the same page with another search. `isExact` turns correction off. */
  hrefOf: (search: string, isExact: boolean) => string;
}

const shown = (text: string) => <bdi>{truncate(text, maxShownSearch)}</bdi>;

function NoteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    // Without nofollow, crawlers would request every search twice.
    <a href={href} rel="nofollow" className="inline-block py-1 font-medium text-accent underline underline-offset-3">
      {children}
    </a>
  );
}

/** Says how the results differ from the typed search, and offers a correction. */
export function SearchNote({ search, list, hrefOf }: SearchNoteProps) {
  const sameKindOfSearch = (text: string) => (isTitleSearch(search) ? titleSearch(text) : text);
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
          Did you mean <NoteLink href={hrefOf(sameKindOfSearch(didYouMean), false)}>{shown(didYouMean)}</NoteLink>?
        </p>
      )}
      {searchedEverywhere && <p className="py-1">No titles match. Showing videos with matching tags or performers.</p>}
    </div>
  );
}
