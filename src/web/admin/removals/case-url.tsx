import { Link } from 'react-router';
import { videoPath } from '#contract/values/urls.ts';
import { plural } from '../../components/format.ts';
import { kindWords, statusWords } from '../kit/case-words.ts';
import { momentLabel } from '../kit/format.ts';
import { Badge } from '../kit/table/badge.tsx';
import { WithheldPicture } from '../kit/table/withheld-picture.tsx';
import { type CaseUrl, postUrl } from './cases.ts';
import { LongText } from './long-text.tsx';

const statusBadge = ({ video, decision }: CaseUrl): { text: string; tone: 'quiet' | 'danger' | 'accent' } => {
  if (!video) return { text: 'Not a post of this site', tone: 'quiet' };
  if (video.isDeleted) return { text: 'Deleted', tone: 'quiet' };
  if (video.state !== 'withheld') return { text: video.state, tone: 'accent' };
  return decision === 'remove' ? { text: 'Removed', tone: 'danger' } : { text: 'Hidden until decided', tone: 'danger' };
};

/** Further cases are a link to the queue. */
const maxListedCases = 3;

const decisions = { remove: 'Removed', keep: 'Kept' };

interface CaseUrlProps {
  url: CaseUrl;
  isSelected: boolean;
  /** Undefined if this is the only URL of the case: then there is no checkbox. */
  onSelect: ((isSelected: boolean) => void) | undefined;
}

export function CaseUrlRow({ url, isSelected, onSelect }: CaseUrlProps) {
  const { video, title, otherCases, sameLink } = url;
  const name = video?.titel || title || url.url;
  const { text, tone } = statusBadge(url);
  return (
    <li className="flex gap-3.5 border-t border-line px-4.5 py-4 first:border-t-0 max-sm:px-3.5">
      {onSelect && (
        <label className="-m-2.5 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            className="size-5 accent-glow"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </label>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-3">
        {video && (
          <WithheldPicture
            src={video.imageUrl}
            title={name}
            label="Load the picture"
            className="h-[90px] w-40 rounded-xl max-sm:h-[72px] max-sm:w-32"
          />
        )}
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
            <Badge tone={tone}>{text}</Badge>
            {url.foundBy && <Badge tone="quiet">Found by the same {url.foundBy}</Badge>}
          </p>
          {name !== url.url && <p className="mt-1 text-[13px] [overflow-wrap:anywhere] text-muted">{url.url}</p>}
          {video && (
            <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm max-md:-my-1 max-md:[&>a]:inline-flex max-md:[&>a]:min-h-11 max-md:[&>a]:items-center">
              <Link to={`/admin/posts?edit=${video._id}`} className="text-accent hover:underline">
                Open post
              </Link>
              {video.state === 'published' && !video.isDeleted && (
                <a
                  href={videoPath(video._id, video.titel)}
                  target="_blank"
                  rel="noopener"
                  className="text-accent hover:underline"
                >
                  View on site
                </a>
              )}
            </p>
          )}
          {url.decision && (
            <div className="mt-2.5 rounded-xl bg-raised px-3.5 py-2.5 text-sm">
              <p>
                <b className="font-medium">{decisions[url.decision]}</b>{' '}
                <span className="text-muted">
                  {url.decidedBy === null ? '' : `by ${url.decidedBy}, `}
                  {momentLabel(url.decidedAt)}
                </span>
              </p>
              <div className="mt-1">
                <LongText text={url.reason} />
              </div>
            </div>
          )}
          {sameLink > 0 && (
            <p className="mt-2 text-[13px] text-muted">
              {plural(sameLink, 'other post has', 'other posts have')} the same link. Removing this one removes{' '}
              {sameLink === 1 ? 'it' : 'them'} too.
            </p>
          )}
          {otherCases.length > 0 && (
            <p className="mt-2 text-[13px] text-muted">
              Also in{' '}
              {otherCases.slice(0, maxListedCases).map(({ _id, number, kind, status }, index) => (
                <span key={_id}>
                  {index > 0 && ', '}
                  <Link to={`/admin/removals/${_id}`} className="text-accent underline">
                    {number}
                  </Link>{' '}
                  ({kindWords[kind].toLowerCase()}, {statusWords[status].toLowerCase()})
                </span>
              ))}
              {video && otherCases.length > maxListedCases && (
                <>
                  {' and '}
                  <Link to={postUrl(video._id)} className="text-accent underline">
                    more about this post
                  </Link>
                </>
              )}
            </p>
          )}
        </div>
      </div>
    </li>
  );
}
