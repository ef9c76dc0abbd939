import type { ReactNode } from 'react';
import type { KeptDraft } from './drafts.ts';

const sameDay = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const otherDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const timeOf = (at: number) => {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? sameDay : otherDay).format(at);
};

interface DraftOfferProps<D> {
  offer: KeptDraft<D> | undefined;
  isChecked: boolean;
  isOutdated: boolean;
  onContinue: (draft: KeptDraft<D>) => void;
  onDiscard: (draft: KeptDraft<D>) => void;
  /** The form. It is inert until the admin has decided about the draft. */
  children: ReactNode;
}

/** Offers to continue or discard a draft before the form accepts input, so that neither overwrites the other. */
export function DraftOffer<D>(props: DraftOfferProps<D>) {
  const { offer, isChecked, isOutdated, onContinue, onDiscard, children } = props;
  return (
    <>
      {offer && (
        <div role="status" className="mb-4 grid gap-3 rounded-xl border border-accent bg-accent-soft px-4 py-3">
          <p className="text-sm">
            You left this form before it was saved.
            {isOutdated && ' Someone has changed it since: saving will show both versions.'}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <button
              type="button"
              ref={(button) => button?.focus()}
              className="btn btn-primary h-10 px-4 text-sm"
              onClick={() => onContinue(offer)}
            >
              Continue your draft from {timeOf(offer.at)}
            </button>
            <button type="button" className="btn btn-quiet h-10 px-4 text-sm" onClick={() => onDiscard(offer)}>
              Discard
            </button>
          </div>
        </div>
      )}
      <div inert={offer !== undefined || !isChecked} className={offer ? 'opacity-50' : ''}>
        {children}
      </div>
    </>
  );
}
