import { useState } from 'react';
import type { PreviewedRow } from '#contract/import-records.ts';
import { durationLabel } from '../../../components/format/duration.ts';
import { plural } from '../../../components/format/plural.ts';
import { fullCount } from '../../kit/format/counts.ts';
import { dayLabel } from '../../kit/format/dates.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { Picture } from '../../kit/table/picture.tsx';

type PreviewedPost = NonNullable<PreviewedRow['post']>;

function CardPicture({ post, isLoaded }: { post: PreviewedPost; isLoaded: boolean }) {
  return (
    <span className="card-picture">
      {isLoaded && post.imageUrl ? (
        <Picture src={post.imageUrl} alt="" className="size-full" />
      ) : (
        <span className="grid size-full place-items-center bg-linear-to-br from-raised to-accent-soft px-3 text-center text-[13px] text-muted">
          {post.imageUrl ? 'Picture' : 'No picture'}
        </span>
      )}
      {post.minutes !== null && <span className="card-badge">{durationLabel(post.minutes)}</span>}
    </span>
  );
}

function PostCard({ post, leftOut, isLoaded }: { post: PreviewedPost; leftOut: string[]; isLoaded: boolean }) {
  const facts = [
    post.views === null ? undefined : plural(post.views, 'view'),
    post.publishedAt ? dayLabel(post.publishedAt) : undefined,
    post.Category,
  ].filter(Boolean);
  return (
    <>
      <CardPicture post={post} isLoaded={isLoaded} />
      <p dir="auto" className="card-title line-clamp-2 [overflow-wrap:anywhere]" title={post.titel}>
        {post.titel}
      </p>
      <p className="mt-0.5 text-[13px] text-muted">{facts.join(' · ')}</p>
      <p dir="auto" className="mt-1 line-clamp-2 text-[13px] [overflow-wrap:anywhere]">
        {[...post.name, ...post.tags.map((tag) => `#${tag}`)].join('  ')}
      </p>
      <p dir="ltr" className="mt-1 truncate text-[12.5px] text-muted" title={post.link}>
        {post.link || 'No link'}
        {post.otherLinks.length > 0 && ` +${post.otherLinks.length}`}
      </p>
      {leftOut.map((sentence) => (
        <p key={sentence} className="mt-1 text-[13px] text-danger [overflow-wrap:anywhere]">
          {sentence}
        </p>
      ))}
    </>
  );
}

function ProblemCard({ problem, excerpt }: { problem: string; excerpt: string }) {
  return (
    <div className="grid h-full content-start gap-2 rounded-xl border border-danger p-3">
      <p className="text-sm font-medium text-danger">{problem}</p>
      <p dir="auto" className="line-clamp-6 font-mono text-[12.5px] text-muted [overflow-wrap:anywhere]">
        {excerpt}
      </p>
    </div>
  );
}

interface PreviewCardsProps {
  rows: PreviewedRow[];
  isLoading: boolean;
}

/** The first rows as visitors would see them. Their pictures are on somebody else's servers, and load only if asked for. */
export function PreviewCards({ rows, isLoading }: PreviewCardsProps) {
  const [isLoaded, setLoaded] = useState(false);
  const broken = rows.filter(({ problem }) => problem !== null).length;
  const incomplete = rows.filter(({ leftOut }) => leftOut.length > 0).length;
  const ofValues =
    incomplete > 0 ? ` ${plural(incomplete, 'row has a value', 'rows have a value')} that cannot be read.` : '';
  return (
    <Panel
      title={`The first ${rows.length === 1 ? 'row' : `${fullCount(rows.length)} rows`}`}
      aside={
        <button
          type="button"
          className="btn btn-quiet h-9 px-3 text-sm max-md:h-10"
          aria-pressed={isLoaded}
          title="Your browser loads them from the partner’s servers"
          onClick={() => setLoaded(!isLoaded)}
        >
          {isLoaded ? 'Hide pictures' : 'Load pictures'}
        </button>
      }
    >
      <p role="status" className="px-4.5 pt-3 text-sm text-muted">
        {isLoading
          ? 'Reading them anew…'
          : broken === 0
            ? ofValues || 'All of them can be read.'
            : `${plural(broken, 'row has a problem', 'rows have a problem')}.${ofValues}`}
      </p>
      <ol
        aria-label="Preview"
        aria-busy={isLoading}
        className={`grid grid-cols-2 gap-x-4 gap-y-6 p-4.5 transition-opacity md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5 ${isLoading ? 'opacity-60' : ''}`}
      >
        {rows.map(({ number, problem, excerpt, post, leftOut }) => (
          <li key={number} className="min-w-0">
            {post ? <PostCard post={post} leftOut={leftOut} isLoaded={isLoaded} /> : null}
            {!post && <ProblemCard problem={problem ?? 'It cannot be read.'} excerpt={excerpt} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
