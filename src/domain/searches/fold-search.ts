import { fold } from '#contract/values/fold.ts';
import { withoutTitlePrefix } from '#contract/values/title-search.ts';

/** White space and control characters, which PostgreSQL does not store all of. */
const blanks = /[\s\p{Cc}]+/gu;

/** One form for all spellings of a search: without `title:`, folded, its words one blank apart. */
export const foldSearch = (typed: string): string => fold(withoutTitlePrefix(typed.trim())).replace(blanks, ' ').trim();
