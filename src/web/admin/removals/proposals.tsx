import { Link, useRevalidator } from 'react-router';
import { plural } from '../../components/format.ts';
import { momentLabel } from '../kit/format.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { confirmProposal, type Proposal, postUrl, senderUrl, undoBundle, withdrawProposal } from './cases.ts';
import { LongText } from './long-text.tsx';

const casesUrl = ({ videoId, sender }: Proposal) => (videoId === null ? senderUrl(sender) : postUrl(videoId));

const scopeOf = ({ videoId, title }: Proposal) => {
  if (videoId === null) return 'from one sender';
  return title === '' ? 'about one post' : `about “${title}”`;
};

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const { id, cases, createdName, createdAt, isOwn, reason } = proposal;
  const { revalidate } = useRevalidator();
  const { run, busy } = useSingleAction('The proposal could not be answered.');

  const confirm = async () => {
    const { decided, failure } = await confirmProposal(id).finally(revalidate);
    if (failure !== undefined) notifyFailure(failureMessage(failure, 'The other cases could not be decided.'));
    notify(`${plural(decided.length, 'case')} decided.`, {
      label: 'Undo',
      run: async () => notify(`${plural(await undoBundle(decided).finally(revalidate), 'case')} reopened.`),
    });
  };
  const withdraw = async () => {
    await withdrawProposal(id).finally(revalidate);
    notify(isOwn ? 'Proposal withdrawn.' : 'Proposal declined.');
  };
  const button = 'btn btn-quiet h-10 px-4 text-sm max-md:h-11';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-line px-4.5 py-3.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-96 max-sm:basis-full">
        <p className="font-medium [overflow-wrap:anywhere]">
          Keep {plural(cases, 'case')} {scopeOf(proposal)}
        </p>
        <p className="text-sm text-muted">
          Proposed by {isOwn ? 'you' : createdName}, {momentLabel(createdAt)}.
          {isOwn ? ' Another admin has to confirm it.' : ' Hidden posts become public again once you confirm it.'}
        </p>
        <div className="mt-1 text-sm">
          <LongText text={reason} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={casesUrl(proposal)} className={button}>
          Look at the cases
        </Link>
        <button type="button" className={button} disabled={busy} onClick={() => void run(withdraw)}>
          {isOwn ? 'Withdraw' : 'Decline'}
        </button>
        {!isOwn && cases > 0 && (
          <button type="button" className={button} disabled={busy} aria-busy={busy} onClick={() => void run(confirm)}>
            Confirm and release
          </button>
        )}
      </div>
    </li>
  );
}

/** Decisions to keep many cases that wait for another admin. */
export function Proposals({ proposals }: { proposals: readonly Proposal[] }) {
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Waiting for another admin" className="mb-4 rounded-2xl border border-accent bg-surface">
      <ul>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}
