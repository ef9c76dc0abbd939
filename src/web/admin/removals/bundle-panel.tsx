import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { CaseReasons } from '#contract/values/case-reasons.ts';
import type { CaseDecision } from '#contract/values/cases.ts';
import { plural } from '../../components/format.ts';
import { momentLabel } from '../kit/format.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { type Bundle, type BundleQuery, type DecidedCase, decideBundle, undoBundle } from './cases.ts';
import { type Progress, ReasonDialog } from './reason-dialog.tsx';

interface BundlePanelProps {
  bundle: Bundle;
  query: BundleQuery;
  reasons: CaseReasons;
}

const labels: Record<CaseDecision, string> = { keep: 'Keep all and release', remove: 'Remove all' };

const contents = ({ posts, withheld, minors, senders, emails, withProof, cases }: Bundle, { video }: BundleQuery) =>
  [
    video === ''
      ? `${plural(posts, 'post')}, ${withheld} hidden by them`
      : withheld > 0
        ? 'hidden by them'
        : 'not hidden',
    minors > 0 ? `${minors} about minors` : '',
    video === '' ? '' : plural(senders, 'sender'),
    emails > 1 ? `${emails} different emails` : '',
    withProof < cases ? `${cases - withProof} without a proof of work` : '',
  ]
    .filter(Boolean)
    .join(' · ');

const whose = ({ sender, video }: BundleQuery, { title }: Bundle) =>
  [sender === '' ? '' : 'of one sender', video === '' ? '' : title === '' ? 'about one post' : `about “${title}”`]
    .filter(Boolean)
    .join(' ');

const toastOf = (decided: number, seen: number) =>
  [
    `${plural(decided, 'case is', 'cases are')} decided.`,
    decided < seen ? `${plural(seen - decided, 'case is', 'cases are')} left.` : '',
  ]
    .join(' ')
    .trim();

/** What belongs together, because of its sender or its post, and one decision for all of it. */
export function BundlePanel({ bundle, query, reasons }: BundlePanelProps) {
  const { revalidate } = useRevalidator();
  const [decision, setDecision] = useState<CaseDecision>();

  const [progress, setProgress] = useState<Progress>();

  const undo = async (decided: DecidedCase[]) => {
    try {
      notify(`${plural(await undoBundle(decided), 'case is', 'cases are')} open again.`);
    } finally {
      await revalidate();
    }
  };
  const decide = async (reason: string) => {
    if (!decision || bundle.newestId === null) return;
    const { sender, video, kind, proof } = query;
    const { cases: seen, newestId: upTo } = bundle;
    const stopping = new AbortController();
    const onProgress = (done: number) => setProgress({ done, of: seen, stop: () => stopping.abort() });
    onProgress(0);
    try {
      const { decided, failure } = await decideBundle(
        { sender, video, kind, proof, upTo, seen, decision, reason },
        { onProgress, signal: stopping.signal },
      );
      if (failure !== undefined) notifyFailure(failureMessage(failure, 'The rest could not be decided.'));
      notify(toastOf(decided.length, seen), { label: 'Undo', run: () => undo(decided) });
    } finally {
      setProgress(undefined);
      await revalidate();
    }
  };
  return (
    <section
      aria-label="Decide together"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-line bg-surface px-4.5 py-3.5"
    >
      <div className="min-w-0 flex-1 basis-96 max-sm:basis-full">
        <p className="font-medium [overflow-wrap:anywhere]">
          {plural(bundle.cases, 'case')} {whose(query, bundle)} to decide
        </p>
        <p className="text-sm text-muted">
          {bundle.cases === 0
            ? 'Everything of it is decided.'
            : `${contents(bundle, query)} · ${momentLabel(bundle.firstAt)} to ${momentLabel(bundle.lastAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {bundle.cases > 0 &&
          (['keep', 'remove'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className={`btn h-10 px-4 text-sm max-md:h-11 ${each === 'keep' ? 'btn-primary' : 'border-danger/40 text-danger hover:bg-raised'}`}
              onClick={() => setDecision(each)}
            >
              {labels[each]}
            </button>
          ))}
        <Link to="/admin/removals" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11">
          Show all cases
        </Link>
      </div>
      {decision && (
        <ReasonDialog
          title={`${labels[decision]}?`}
          note={`Decides ${plural(bundle.cases, 'case')}: ${contents(bundle, query)}. Notices that arrive meanwhile are not part of it.${query.video === '' ? '' : ' Other URLs of these cases stay as they are.'}`}
          submitLabel={labels[decision]}
          kind={query.kind === '' ? undefined : query.kind}
          reasons={reasons[decision]}
          onClose={() => setDecision(undefined)}
          onDecide={decide}
          progress={progress}
        />
      )}
    </section>
  );
}
