import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { CaseDecision, CaseKind } from '#contract/values/cases.ts';
import { plural } from '../../components/format/plural.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import { type Bundle, decideBundle, undoBundle } from '../kit/records/case.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface BundlePanelProps {
  bundle: Bundle;
  sender: string;
  kind: CaseKind | '';
}

const labels: Record<CaseDecision, string> = { keep: 'Keep all and release', remove: 'Remove all' };

const contents = ({ posts, withheld, minors, emails, withProof, cases }: Bundle) =>
  [
    `${plural(posts, 'post')}, ${withheld} hidden by them`,
    minors > 0 ? `${minors} about minors` : '',
    emails > 1 ? `${emails} different emails` : '',
    withProof < cases ? `${cases - withProof} without a proof of work` : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** What one sender has sent, and one decision for all of it. */
export function BundlePanel({ bundle, sender, kind }: BundlePanelProps) {
  const { revalidate } = useRevalidator();
  const [decision, setDecision] = useState<CaseDecision>();

  const decide = async (reason: string) => {
    if (!decision || bundle.newestId === null) return;
    try {
      const decided = await decideBundle({ sender, kind, upTo: bundle.newestId, decision, reason });
      notify(`${plural(decided.length, 'case is', 'cases are')} decided.`, {
        label: 'Undo',
        run: async () => {
          notify(`${plural(await undoBundle(decided), 'case is', 'cases are')} open again.`);
          await revalidate();
        },
      });
    } finally {
      await revalidate();
    }
  };
  return (
    <section
      aria-label="Sender"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-line bg-surface px-4.5 py-3.5"
    >
      <div className="min-w-0">
        <p className="font-medium">{plural(bundle.cases, 'case')} of one sender to decide</p>
        <p className="text-sm text-muted">
          {bundle.cases === 0
            ? 'Everything this sender has sent is decided.'
            : `${contents(bundle)} · ${momentLabel(bundle.firstAt)} to ${momentLabel(bundle.lastAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {bundle.cases > 0 &&
          (['keep', 'remove'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className={`btn h-10 px-4 text-sm ${each === 'keep' ? 'btn-primary' : 'border-danger/40 text-danger hover:bg-raised'}`}
              onClick={() => setDecision(each)}
            >
              {labels[each]}
            </button>
          ))}
        <Link to="/admin/removals" className="btn btn-quiet h-10 px-4 text-sm">
          Show all senders
        </Link>
      </div>
      {decision && (
        <ReasonDialog
          title={`${labels[decision]}?`}
          note={`Decides ${plural(bundle.cases, 'case')}: ${contents(bundle)}. Notices that arrive meanwhile are not part of it.`}
          submitLabel={labels[decision]}
          kind={kind === '' ? undefined : kind}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDecide={decide}
        />
      )}
    </section>
  );
}
