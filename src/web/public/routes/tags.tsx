import { data } from 'react-router';
import { fitDescription, plural } from '../../components/format.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { type Named, namedTags } from '../../components/named.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse, isNotFoundOrInvalid } from '../api-error.ts';
import { indexTags } from '../fallback-lists.ts';
import { queryPages, tagHref } from '../hrefs.ts';
import { neighbours, withPageNumber } from '../lists/list-head.ts';
import { ListError } from '../lists/nothing-here.tsx';
import { pageNumber } from '../lists/video-page.ts';
import { notFound } from '../not-found.ts';
import { PageError } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList } from '../structured-data.ts';
import { fetchTagsPage, groupByLetter, type TagsPage } from '../tags-page.ts';
import type { Route } from './+types/tags.ts';

function LetterGroup({ letter, tags }: { letter: string; tags: Named[] }) {
  return (
    <section className="grid grid-cols-[2.5rem_1fr] py-4 sm:grid-cols-[4rem_1fr]">
      <h2 id={`letter-${letter}`} className="text-2xl text-accent">
        {letter}
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {tags.map(({ slug, name }) => (
          <li key={slug} data-tags={slug}>
            <a
              href={tagHref(slug)}
              dir="auto"
              className="inline-block py-1 underline-offset-3 transition-colors hover:text-accent hover:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LetterLinksProps {
  letters: string[];
  /** The current letter, if each letter has its own page. If undefined, the links lead to groups on this page. */
  active?: string | undefined;
}

const letterHref = (letter: string) => queryPages('/tags', { letter });

function LetterLinks({ letters, active }: LetterLinksProps) {
  return (
    <nav aria-label="Letters" className="mt-5 flex flex-wrap gap-1.5">
      {letters.map((letter) => (
        <a
          key={letter}
          href={active === undefined ? `#letter-${letter}` : letterHref(letter)(1)}
          aria-current={letter === active ? 'page' : undefined}
          className="chip min-w-8 justify-center aria-[current]:bg-glow aria-[current]:text-on-glow"
        >
          {letter}
        </a>
      ))}
    </nav>
  );
}

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Error: Failed to fetch tags: ${response.status}` : 'Error: Failed to fetch tags';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

/** Letter pages with fewer tags are kept out of search engines. */
const minIndexedTags = 20;

const firstCharacterOf = (text: string | null) => [...(text ?? '')][0] ?? '';

/** Without a letter, tags are sorted by use. */
const describe = ({ letter, page, tags, total }: TagsPage) => {
  const names = tags
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');
  if (letter === '')
    return fitDescription([
      `All ${plural(total, 'tag')} of this site from A to Z, each with its videos.`,
      `Most used: ${names}.`,
    ]);
  return fitDescription([
    `${withPageNumber(`${plural(total, 'tag')} of this site with ${letter} as first letter`, page)}, each with its videos.`,
    `The first ones are ${names}.`,
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
      title={withPageNumber(`Tags: ${letter}`, page)}
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
