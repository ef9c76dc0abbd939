import { data } from 'react-router';
import { fitDescription } from '../../components/format/description.ts';
import { plural } from '../../components/format/plural.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { namedTags } from '../../components/named.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse, isNotFoundOrInvalid } from '../api-error.ts';
import { indexTags } from '../fallback-lists.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { ListError } from '../lists/list-error.tsx';
import { neighbours, onPage } from '../lists/list-meta.ts';
import { notFound } from '../not-found.ts';
import { PageError } from '../page-error.tsx';
import { pageNumber } from '../page-number.ts';
import { groupByLetter } from '../tags/group-by-letter.ts';
import { LetterGroup } from '../tags/letter-group.tsx';
import { LetterLinks, letterHref } from '../tags/letter-links.tsx';
import { fetchTagsPage, type TagsPage } from '../tags/tags-page.ts';
import type { Route } from './+types/tags.ts';

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Error: Failed to fetch tags: ${response.status}` : 'Error: Failed to fetch tags';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

/** A page with fewer tags than this is of no use to somebody who searches. */
const minIndexedTags = 20;

const firstCharacterOf = (text: string | null) => [...(text ?? '')][0] ?? '';

/** The most used tags come first on the page of all. */
const describe = ({ letter, page, tags, total }: TagsPage) => {
  const first = tags.slice(0, 3).map(({ name }) => name);
  if (letter === '')
    return fitDescription([
      `All ${plural(total, 'tag')} of this site from A to Z, each with its videos.`,
      `Most used: ${first.join(', ')}.`,
    ]);
  return fitDescription([
    `${onPage(`${plural(total, 'tag')} of this site with ${letter} as first letter`, page)}, each with its videos.`,
    `The first ones are ${first.join(', ')}.`,
  ]);
};

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const letter = firstCharacterOf(url.searchParams.get('letter'));
  const page = letter === '' ? 1 : await pageNumber(client, url.searchParams.get('page'), letterHref(letter)(1));
  try {
    const tagsPage = await fetchTagsPage(client, letter, page);
    if (letter === '' || tagsPage.tags.length > 0)
      return data({ ...tagsPage, description: describe(tagsPage), error: undefined });
  } catch (error) {
    if (!isNotFoundOrInvalid(error)) {
      const tags = namedTags(indexTags);
      const fallback: TagsPage = { letter, page, tags, total: tags.length, totalPages: 1, letters: [] };
      return data({ ...fallback, description: '', error: errorOf(error) }, { status: 503 });
    }
  }
  throw await notFound(client, '/404');
};

function TagsHead({ letter, page, total, totalPages, description }: TagsPage & { description: string }) {
  const { siteUrl } = useSite();
  const trail = [{ name: 'Tags', path: '/tags' }];
  if (letter === '')
    return (
      <PageHead title="All tags" description={description} path="/tags" jsonLd={[breadcrumbList(siteUrl, trail)]} />
    );
  const hrefOf = letterHref(letter);
  return (
    <PageHead
      title={onPage(`Tags: ${letter}`, page)}
      description={description}
      path={hrefOf(page)}
      isIndexed={total >= minIndexedTags}
      {...neighbours({ page, totalPages }, hrefOf)}
      jsonLd={[breadcrumbList(siteUrl, [...trail, { name: letter, path: hrefOf(1) }])]}
    />
  );
}

export default function Tags({ loaderData }: Route.ComponentProps) {
  const { letter, page, tags, total, totalPages, letters, error } = loaderData;
  const groups = groupByLetter(tags);
  const hasLetterPages = letters.length > 0;
  return (
    <>
      <TagsHead {...loaderData} />
      <FastElement as="div" className="wrap pt-7">
        <h1>{letter === '' ? 'All tags' : `Tags: ${letter}`}</h1>
        {error === undefined ? (
          <>
            <p className="mt-1 text-muted tabular-nums">
              {plural(total, 'tag')}
              {letter === '' && hasLetterPages && ', the most used below'}
            </p>
            <LetterLinks
              letters={hasLetterPages ? letters.map((each) => each.letter) : groups.map(([each]) => each)}
              active={hasLetterPages ? letter : undefined}
            />
            <div className="mt-6 divide-y divide-line border-y border-line">
              {groups.map(([each, names]) => (
                <LetterGroup key={each} letter={each} tags={names} />
              ))}
            </div>
            {letter !== '' && <Pagination plainLinks page={page} totalPages={totalPages} hrefOf={letterHref(letter)} />}
          </>
        ) : (
          <ListError message={error} />
        )}
      </FastElement>
    </>
  );
}
