import { numberText } from '../../components/format/number.ts';
import { plural } from '../../components/format/plural.ts';
import type { QueuedCase, QueueQuery } from '../kit/records/case.ts';
import { postUrl, senderUrl } from './bundle-urls.ts';

type Fold = NonNullable<QueuedCase['fold']>;

const proofOf = ({ cases, withProof }: Fold) => {
  if (withProof === 0) return 'none with a proof of work';
  return withProof === cases ? '' : `${numberText(cases - withProof)} without a proof of work`;
};

const partsOf = ({ fold, publicCount }: QueuedCase & { fold: Fold }) =>
  [
    fold.by === 'post'
      ? `${plural(fold.cases, 'notice')} about this post`
      : `${plural(fold.cases, 'notice')} of one sender`,
    fold.by === 'post' ? plural(fold.senders, 'sender') : '',
    fold.minors > 0 && fold.minors < fold.cases ? `${numberText(fold.minors)} about minors` : '',
    proofOf(fold),
    fold.limited > 0 && (fold.by === 'sender' || publicCount > 0) ? `${numberText(fold.limited)} hid nothing` : '',
  ].filter(Boolean);

/** How much is folded into a row of the queue, and of what kind it is. */
export function FoldedRow({ found, fold }: { found: QueuedCase; fold: Fold }) {
  return <span className="text-[13px] font-medium text-text">{partsOf({ ...found, fold }).join(', ')}</span>;
}

/** A row leads to its case, or to everything that is folded into it. */
export const rowUrl = ({ id, fold, sender, videoId }: QueuedCase, { kind, proof }: QueueQuery) => {
  const url = fold?.by === 'post' && videoId ? postUrl(videoId) : fold && sender ? senderUrl(sender) : undefined;
  if (url === undefined) return `/admin/removals/${id}`;
  return `${url}${kind && `&kind=${kind}`}${proof && `&proof=${proof}`}`;
};
