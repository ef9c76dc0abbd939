import type { ReactNode } from 'react';
import { audienceLists } from '#contract/values/audience-lists.ts';
import { infoPages } from '#contract/values/info-pages.ts';
import { CategoryTabs } from '../lists/category-tabs.tsx';
import { LetterFilter } from '../performers/letter-filter.tsx';
import { listOf } from './heading-of.ts';
import { HomeShape } from './home-shape.tsx';
import {
  CardShapes,
  FieldShape,
  NarrowingShape,
  PerformerShape,
  PortraitShapes,
  TagCardShapes,
  TextShape,
  TrailShape,
  VideoShape,
} from './shapes.tsx';

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

/** What stands beside the heading, by the first segment of the path. */
const besideHeading: Record<string, () => ReactNode> = {
  category: SearchShape,
  search: SearchShape,
  pornstars: SearchShape,
  tag: () => <span className="btn pulse h-9 px-3.5 text-sm text-transparent">Hide this tag</span>,
};

/** What stands below the heading, unless it is cards. */
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

/** Lists that can be sorted and narrowed. */
const isNarrowable = (kind: string) => ['category', 'search', 'tag'].includes(kind) || `/${kind}` in audienceLists;

/** What a page looks like before its data is there: everything is where it will be. */
export function PageShape({ path, heading }: PageShapeProps) {
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
