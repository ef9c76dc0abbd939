import type { ReactNode } from 'react';
import { withoutTitlePrefix } from '#contract/values/lists.ts';
import { plural, truncate } from '../../components/format.ts';
import type { VideoPage } from '../lists/video-page.ts';

/** Longer searches are truncated in headings and notes. The search box shows all of the text. */
export const maxShownSearch = 80;

/** Of more dropped words, only the number is shown. */
const maxShownWords = 5;

interface SearchNoteProps {
  search: string;
  list: Pick<VideoPage, 'correctedSearch' | 'didYouMean' | 'droppedWords' | 'ignoredQuotes' | 'totalRecords'>;
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

function DroppedWords({ words, total }: { words: string[]; total: number }) {
  const named = words.length > maxShownWords ? words.slice(0, maxShownWords - 1) : words;
  const others = words.length - named.length;
  return (
    <p className="py-1">
      No video has all of these words. Without{' '}
      {named.map((word, at) => (
        <span key={word}>
          {at > 0 && (at === words.length - 1 ? ' and ' : ', ')}“{shown(word)}”
        </span>
      ))}
      {others > 0 && ` and ${others} more`}: {plural(total, 'video')}
    </p>
  );
}

/** Says how the results differ from the typed search, and offers a correction. */
export function SearchNote({ search, list, hrefOf }: SearchNoteProps) {
  const { correctedSearch, didYouMean, droppedWords = [], ignoredQuotes, totalRecords } = list;
  const isAsTyped = correctedSearch === undefined && droppedWords.length === 0 && !ignoredQuotes;
  if (isAsTyped && didYouMean === undefined) return null;
  return (
    <div role="status" className="mb-5 flex flex-wrap gap-x-4 rounded-xl bg-accent-soft px-4 py-2.5">
      {ignoredQuotes && <p className="py-1">Nothing has the words in quotes exactly like this.</p>}
      {droppedWords.length > 0 && <DroppedWords words={droppedWords} total={totalRecords} />}
      {correctedSearch !== undefined && (
        <p className="py-1">
          Showing results for <strong className="font-semibold">{shown(correctedSearch)}</strong>
        </p>
      )}
      {/* Without the dropped words, the search as typed finds nothing. */}
      {correctedSearch !== undefined && droppedWords.length === 0 && (
        <p>
          <NoteLink href={hrefOf(search, true)}>Search instead for {shown(withoutTitlePrefix(search))}</NoteLink>
        </p>
      )}
      {didYouMean !== undefined && (
        <p>
          Did you mean <NoteLink href={hrefOf(didYouMean, false)}>{shown(didYouMean)}</NoteLink>?
        </p>
      )}
    </div>
  );
}
