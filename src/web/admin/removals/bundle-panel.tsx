import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { type CaseDecision, type CaseReasons, maxKeptAlone } from '#contract/values/cases.ts';
import { numberText, plural } from '../../components/format.ts';
import { momentLabel } from '../kit/format.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { type Bundle, type BundleQuery, type DecidedCase, decideBundle, proposeKeeping, undoBundle } from './cases.ts';
import { type Progress, ReporterMessageDialog } from './reporter-message-dialog.tsx';

interface BundlePanelProps {
  bundle: Bundle;
  query: BundleQuery;
  reasons: CaseReasons;
}

const labels: Record<CaseDecision, string> = { keep: 'Keep all and release', remove: 'Remove all' };

const bundleSummary = (
  { posts, withheld, minors, senders, emails, withProof, cases }: Bundle,
  { video }: BundleQuery,
) =>
  [
    video === '' ? `${plural(posts, 'post')}, ${withheld} hidden` : withheld > 0 ? 'hidden' : 'not hidden',
    minors > 0 ? `${minors} about minors` : '',
    video === '' ? '' : plural(senders, 'sender'),
    emails > 1 ? `${emails} different emails` : '',
    withProof < cases ? `${cases - withProof} without proof of work` : '',
  ]
    .filter(Boolean)
    .join(' · ');

const bundleScope = ({ sender, video }: BundleQuery, { title }: Bundle) =>
  [sender === '' ? '' : 'from one sender', video === '' ? '' : title === '' ? 'about one post' : `about “${title}”`]
    .filter(Boolean)
    .join(' ');

const needsConfirmation = ({ releasable, keepable }: Bundle) => releasable > keepable;

const labelOf = (decision: CaseDecision, bundle: Bundle) =>
  decision === 'keep' && needsConfirmation(bundle) ? 'Propose to keep all' : labels[decision];

/** What a decision to keep leaves out. */
const toOpenText = ({ cases, releasable }: Bundle) => {
  const left = cases - releasable;
  if (left === 0) return '';
  return `${plural(left, 'case is', 'cases are')} signed, complete, confirmed by email or about minors: open ${left === 1 ? 'it' : 'each of them'} before you keep ${left === 1 ? 'it' : 'them'} here.`;
};

const noteOf = (decision: CaseDecision, bundle: Bundle, query: BundleQuery) =>
  [
    decision === 'keep'
      ? `This keeps what ${plural(bundle.releasable, 'case reports', 'cases report')} and makes hidden posts public again.`
      : `This decides ${plural(bundle.cases, 'case')}: ${bundleSummary(bundle, query)}.`,
    decision === 'keep' ? toOpenText(bundle) : '',
    decision === 'keep' && needsConfirmation(bundle)
      ? `One admin may keep ${maxKeptAlone} cases together within a day, and you have ${bundle.keepable} left: nothing happens until another admin has confirmed it.`
      : '',
    'Notices that arrive in the meantime are not included.',
    query.video === '' ? '' : 'Other URLs of these cases stay as they are.',
  ]
    .filter(Boolean)
    .join(' ');

/** The open cases of one sender or about one post, and one decision for all of them. */
export function BundlePanel({ bundle, query, reasons }: BundlePanelProps) {
  const { revalidate } = useRevalidator();
  const [decision, setDecision] = useState<CaseDecision>();
  const [progress, setProgress] = useState<Progress>();

  const undo = async (decided: DecidedCase[]) => {
    try {
      notify(`${plural(await undoBundle(decided), 'case')} reopened.`);
    } finally {
      await revalidate();
    }
  };
  const decide = async (reason: string) => {
    if (!decision || bundle.newestId === null) return;
    const { sender, video, kind, proof } = query;
    const { newestId: upTo } = bundle;
    const seen = decision === 'keep' ? bundle.releasable : bundle.cases;
    if (decision === 'keep' && needsConfirmation(bundle)) {
      await proposeKeeping({ sender, video, kind, proof, upTo, seen, reason }).finally(revalidate);
      notify('Proposed. Another admin has to confirm it.');
      return;
    }
    const stopping = new AbortController();
    const onProgress = (done: number) => setProgress({ done, of: seen, stop: () => stopping.abort() });
    onProgress(0);
    try {
      const { decided, failure } = await decideBundle(
        { sender, video, kind, proof, upTo, seen, decision, reason },
        { onProgress, signal: stopping.signal },
      );
      if (failure !== undefined) notifyFailure(failureMessage(failure, 'The other cases could not be decided.'));
      const left = seen - decided.length;
      notify(`${plural(decided.length, 'case')} decided.${left > 0 ? ` ${numberText(left)} left.` : ''}`, {
        label: 'Undo',
        run: () => undo(decided),
      });
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
          {plural(bundle.cases, 'case')} {bundleScope(query, bundle)} to decide
        </p>
        <p className="text-sm text-muted">
          {bundle.cases === 0
            ? 'Nothing left to decide.'
            : `${bundleSummary(bundle, query)} · ${momentLabel(bundle.firstAt)} to ${momentLabel(bundle.lastAt)}`}
        </p>
        {bundle.cases > bundle.releasable && <p className="mt-1 text-sm">{toOpenText(bundle)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {bundle.cases > 0 &&
          (['remove', 'keep'] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              className={`btn h-10 px-4 text-sm max-md:h-11 ${choice === 'keep' ? 'btn-quiet' : 'border-danger/40 text-danger hover:bg-raised'}`}
              disabled={choice === 'keep' && bundle.releasable === 0}
              onClick={() => setDecision(choice)}
            >
              {labelOf(choice, bundle)}
            </button>
          ))}
        <Link to="/admin/removals" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11">
          Show all cases
        </Link>
      </div>
      {decision && (
        <ReporterMessageDialog
          field="reason"
          title={`${labelOf(decision, bundle)}?`}
          note={noteOf(decision, bundle, query)}
          submitLabel={labelOf(decision, bundle)}
          count={decision === 'keep' ? bundle.releasable : undefined}
          releases={decision === 'keep'}
          kind={query.kind === '' ? undefined : query.kind}
          sendsMail={bundle.sendsMail}
          templates={reasons[decision]}
          onClose={() => setDecision(undefined)}
          onSend={decide}
          progress={progress}
        />
      )}
    </section>
  );
}
