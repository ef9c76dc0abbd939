import { data, Form } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { firstLetterOf } from '../../components/first-letter.ts';
import { fitDescription, plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { type Named, namedPerformers } from '../../components/named.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError, isNotFoundOrInvalid } from '../api-error.ts';
import { pathPages } from '../hrefs.ts';
import { neighbours, withPageNumber } from '../lists/list-head.ts';
import { ListError, NothingHere } from '../lists/nothing-here.tsx';
import { PageLinks } from '../lists/paged-videos.tsx';
import { pageNumber, redirectToHelp } from '../lists/video-page.ts';
import { PageHead } from '../page-head.tsx';
import {
  fetchPerformerImages,
  LetterFilter,
  PerformerCard,
  type PerformerImages,
  usePerformerImages,
} from '../performer-cards.tsx';
import { breadcrumbList } from '../structured-data.ts';
import type { Route } from './+types/performers.ts';

interface PerformersPage {
  performers: Named[];
  images: PerformerImages | null;
  totalPages: number;
  totalCount: number;
  error?: string;
}

/** One page of the directory; `error` is the message to show if it cannot be loaded. */
const fetchPerformersPage = async (
  client: PublicClient,
  query: { page: number; letter: string; search: string },
): Promise<PerformersPage> => {
  const response = client.getPornstars({ query: { ...query, limit: 30 } });
  await redirectToHelp(response);
  try {
    const { pornstars, starNames, pagination } = await response;
    const slugs = pornstars.map(({ name }) => name);
    const performers = namedPerformers(slugs, starNames);
    const { totalPages, totalCount } = pagination;
    return { performers, images: await fetchPerformerImages(client, slugs), totalPages, totalCount };
  } catch (error) {
    const emptyPage = { performers: [], images: {}, totalPages: 0, totalCount: 0 };
    if (isNotFoundOrInvalid(error)) return emptyPage;
    const message = isApiError(error) ? error.serverMessage : undefined;
    return { ...emptyPage, error: message ?? 'Failed to fetch data' };
  }
};

export { PageError as ErrorBoundary } from '../page-error.tsx';

const describe = ({ performers, totalCount }: PerformersPage, page: number) => {
  const names = performers.slice(0, 3).map(({ name }) => name);
  const start = page > 1 ? `Models, page ${page}: ${names.join(', ')} and others.` : '';
  const all = `${plural(totalCount, 'model')} from A to Z, with their portraits and all of their videos.`;
  return fitDescription(page > 1 ? [start, all] : [all, `Including ${names.join(', ')}.`]);
};

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const letter = firstLetterOf(url.searchParams.get('letter'));
  const search = url.searchParams.get('search')?.trim() ?? '';
  const filter = new URLSearchParams({ ...(letter && { letter }), ...(search && { search }) });
  const query = filter.size > 0 ? `?${filter}` : '';
  const page = await pageNumber(client, 'page' in params ? String(params.page) : null, `/pornstars${query}`);
  const list = await fetchPerformersPage(client, { page, letter, search });
  const status = list.error === undefined ? (list.performers.length === 0 && page > 1 ? 404 : 200) : 503;
  return data({ letter, search, query, page, list, description: describe(list, page) }, { status });
};

export default function Performers({
  loaderData: { letter, search, query, page, list, description },
}: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const images = usePerformerImages(list.images);
  const hrefOf = pathPages('/pornstars', query);
  const heading = letter === '' ? 'Models' : `Models: ${letter}`;
  return (
    <div className="wrap pt-7">
      <PageHead
        title={withPageNumber(search === '' ? heading : `${heading} named “${search}”`, page)}
        description={description}
        path={hrefOf(page)}
        isIndexed={query === '' && list.performers.length > 0}
        {...neighbours({ page, totalPages: list.totalPages }, hrefOf)}
        jsonLd={[breadcrumbList(siteUrl, [{ name: 'Models', path: '/pornstars' }])]}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div>
          <h1>{heading}</h1>
          {list.totalCount > 0 && <p className="mt-1 text-muted tabular-nums">{plural(list.totalCount, 'model')}</p>}
        </div>
        <Form action="/pornstars" className="relative w-full sm:w-[350px]">
          <input
            key={search}
            name="search"
            type="search"
            dir="auto"
            aria-label="Search models"
            placeholder="Search models"
            defaultValue={search}
            className="field h-10 rounded-full pr-11 pl-4.5"
          />
          <button
            type="submit"
            aria-label="Submit model search"
            className="absolute top-0 right-0 grid h-10 w-11 place-items-center text-muted hover:text-text"
          >
            <Icon name="search" size={18} />
          </button>
        </Form>
      </div>
      <div className="mt-5 mb-6">
        <LetterFilter active={letter} />
      </div>
      {list.error !== undefined && <ListError message={list.error} />}
      {list.error === undefined && list.performers.length === 0 && (
        <NothingHere message="No stars found.">
          No model’s name matches. Try another spelling, or{' '}
          <a href="/pornstars" className="font-medium text-accent underline underline-offset-3">
            see all models
          </a>
          .
        </NothingHere>
      )}
      <ul aria-label="Models" className="portrait-grid">
        {list.performers.map(({ slug, name }) => (
          <PerformerCard key={slug} slug={slug} name={name} image={images.get(slug)} />
        ))}
      </ul>
      {list.performers.length > 0 && <PageLinks page={page} totalPages={list.totalPages} hrefOf={hrefOf} />}
    </div>
  );
}
