import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { categoryPages, fixedLists } from '#contract/values/categories.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import { performerNameOf, slugOf, tagNameOf } from '#contract/values/names.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { useSite } from '../components/use-site.ts';
import { categoryHref } from './hrefs.ts';
import { Breadcrumb, CategoryTabs } from './lists/list-frame.tsx';
import { LetterFilter } from './performer-cards.tsx';

const fixedHeadings = new Map<string, string>([
  ...Object.entries(fixedLists).map(([path, { heading }]) => [path, heading] as const),
  ...Object.values(infoPages).map(({ path, title }) => [path, title] as const),
  ...categoryPages.map(({ slug, name }) => [categoryHref(slug), name] as const),
  ['/pornstars', 'Models'],
  ['/tags', 'All tags'],
  ['/archive', 'Archive'],
  ['/get-help', 'Help and hotlines'],
  ['/our-network', 'Our network'],
  ['/transparency', 'Transparency'],
  ['/mine', 'Your library: saved only in this browser'],
]);

/** The path of a list without its page number. */
const listOf = (path: string) =>
  path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\/\d+$/, '');

/**
 * The name of a tag or performer, guessed from its slug. It only reserves room for the heading and stays invisible:
 * whether a name may be shown is the server's decision (decision 054).
 */
const nameInPath = (path: string) => {
  const [, kind, segment = ''] = path.match(/^\/(tag|pornstar)\/([^/]+)/i) ?? [];
  if (kind === undefined) return undefined;
  try {
    const slug = slugOf(decodeURIComponent(segment));
    return kind.toLowerCase() === 'tag' ? tagNameOf(slug) : performerNameOf(slug);
  } catch {
    return undefined;
  }
};

/** The heading of a page that is still loading: a fixed one, or the current one when paging through a list. */
const headingOf = (path: string, currentPath: string, currentHeading: string | null | undefined) =>
  fixedHeadings.get(listOf(path)) ?? (listOf(path) === listOf(currentPath) ? currentHeading : undefined);

const times = (count: number, shape: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, at) => shape(at));

const FieldShape = () => <div className="pulse h-10 rounded-full" />;

const NarrowingShape = () => <div className="pulse mb-4 h-11 w-40" />;

function CardShapes({ className = '' }: { className?: string }) {
  return (
    <div className={`video-grid ${className}`}>
      {times(videosPerPage, (at) => (
        <div key={at}>
          <div className="pulse aspect-video" />
          <div className="pulse mt-3 h-4 w-4/5" />
          <div className="pulse mt-2 h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}

const TagCardShapes = () => (
  <div className="tag-grid">
    {times(videosPerPage, (at) => (
      <div key={at} className="pulse tag-card" />
    ))}
  </div>
);

const PortraitShapes = () => (
  <div className="portrait-grid">
    {times(30, (at) => (
      <div key={at}>
        <div className="pulse aspect-4/5" />
        <div className="pulse mx-auto mt-2 h-4 w-2/3" />
      </div>
    ))}
  </div>
);

const ShelfShape = () => (
  <div className="mt-3">
    <h2 className="flex min-h-11 items-center">Tags</h2>
    <div className="shelf">
      {times(20, (at) => (
        <div key={at} className="pulse aspect-4/3" />
      ))}
    </div>
  </div>
);

const TextShape = () => (
  <div className="grid max-w-[70ch] gap-3 pt-4">
    {times(8, (at) => (
      <div key={at} className="pulse h-4 even:w-4/5" />
    ))}
  </div>
);

const TrailShape = () => <div className="pulse mb-3 h-[19.5px] w-44 max-w-full" />;

const PerformerShape = ({ heading }: { heading: ReactNode }) => (
  <div className="pt-7">
    <TrailShape />
    <div className="performer-heading">
      <div className="pulse aspect-4/5 self-start sm:row-span-2" />
      {heading}
      <section>
        <h2 className="text-[13px] font-medium text-muted">Often tagged</h2>
        <ul>
          <li className="pulse h-8 w-full max-w-sm" />
        </ul>
      </section>
    </div>
    <NarrowingShape />
    <CardShapes />
  </div>
);

const VideoShape = ({ heading }: { heading: ReactNode }) => (
  <div className="pt-5">
    <TrailShape />
    <div className="min-[1280px]:grid min-[1280px]:grid-cols-[minmax(0,1fr)_400px] min-[1280px]:gap-x-9">
      <div className="grid gap-x-9 gap-y-8 pb-10 md:grid-cols-[minmax(0,1.9fr)_minmax(260px,1fr)] min-[1280px]:grid-cols-1">
        <div>
          <div className="pulse mb-5 aspect-video rounded-2xl" />
          {heading}
        </div>
        <div className="pulse h-40" />
      </div>
      <div className="pulse hidden min-[1280px]:block" />
    </div>
  </div>
);

function HomeShape({ path, heading }: { path: string; heading: ReactNode }) {
  const isFirstPage = path === '/';
  return (
    <div className="pt-7">
      {!isFirstPage && <Breadcrumb steps={[{ name: 'Home', path: '/' }, { name: `Page ${path.slice(1)}` }]} />}
      {heading}
      <div className="max-w-xl">
        <FieldShape />
      </div>
      <CategoryTabs />
      {isFirstPage && <ShelfShape />}
      <h2 className="mt-5 mb-4">New videos</h2>
      <NarrowingShape />
      <CardShapes />
    </div>
  );
}

interface PageShapeProps {
  path: string;
  /** Where the page's heading will be. */
  heading: ReactNode;
}

const SearchShape = () => (
  <div className="mb-5 w-full sm:w-[350px]">
    <FieldShape />
  </div>
);

/** Shapes beside the heading, by the first segment of the path. */
const besideHeading: Record<string, () => ReactNode> = {
  category: SearchShape,
  search: SearchShape,
  pornstars: SearchShape,
  tag: () => <span className="btn pulse h-9 px-3.5 text-sm text-transparent">Hide this tag</span>,
};

/** Shapes below the heading, by the first segment of the path. Cards by default. */
const belowHeading: Record<string, () => ReactNode> = {
  category: () => <CardShapes className="min-[700px]:grid-cols-3" />,
  tag: TagCardShapes,
  pornstars: PortraitShapes,
  ...Object.fromEntries(
    [
      '/tags',
      '/archive',
      '/our-network',
      '/mine',
      '/transparency',
      ...Object.values(infoPages).map(({ path }) => path),
    ].map((path) => [path.slice(1), TextShape]),
  ),
};

const isNarrowable = (kind: string) => ['category', 'search', 'tag'].includes(kind) || `/${kind}` in fixedLists;

/** A skeleton with everything where it will be on the loaded page. */
function PageShape({ path, heading }: PageShapeProps) {
  const [, kind = '', slug = ''] = listOf(path).split('/');
  if (kind === '') return <HomeShape path={path} heading={heading} />;
  if (kind === 'pornstar') return <PerformerShape heading={heading} />;
  if (kind === 'video') return <VideoShape heading={heading} />;
  const Beside = besideHeading[kind];
  const Below = belowHeading[kind] ?? CardShapes;
  return (
    <div className={kind === 'category' ? '' : 'pt-7'}>
      {kind === 'tag' && <TrailShape />}
      {kind === 'category' && <CategoryTabs selected={slug} />}
      <div className={`flex flex-wrap items-start justify-between gap-x-6 ${kind === 'category' ? 'mt-2' : ''}`}>
        {heading}
        {Beside && <Beside />}
      </div>
      {kind === 'pornstars' && (
        <div className="mb-6">
          <LetterFilter active="" />
        </div>
      )}
      {isNarrowable(kind) && <NarrowingShape />}
      <Below />
    </div>
  );
}

function LoadingHeading({ heading, name }: { heading: string | undefined; name: string | undefined }) {
  if (heading !== undefined) return <h1 dir="auto">{heading}</h1>;
  if (name === undefined)
    return <div aria-hidden="true" className="pulse h-[1.15em] w-56 text-[clamp(22px,3vw,30px)]" />;
  return (
    <div aria-hidden="true">
      <h1 className="pulse w-fit text-transparent select-none">{name}</h1>
    </div>
  );
}

/** Shown until the data of the next page has loaded. */
export function LoadingPage({ path }: { path: string }) {
  const { pathname } = useLocation();
  const { settings } = useSite();
  const [currentHeading] = useState(() => document.querySelector('#main h1')?.textContent);
  const heading = headingOf(path, pathname, currentHeading) ?? (path === '/' ? settings.heading : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll up again for each new page
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  return (
    <div className="wrap animate-[appear_.2s]">
      <PageShape
        path={path}
        heading={
          <div className="mb-5">
            <LoadingHeading heading={heading ?? undefined} name={nameInPath(path)} />
            <p role="status" className="mt-1 text-muted">
              Loading...
            </p>
          </div>
        }
      />
    </div>
  );
}
