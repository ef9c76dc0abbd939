import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import { LinkStateBadge } from '../kit/links/link-state-badge.tsx';
import { probeText, stateMeanings } from '../kit/links/link-words.ts';
import type { CheckedLink } from './links-list.ts';

/** The last probes of a link. */
export function HistoryDialog({ link, onClose }: { link: CheckedLink; onClose: () => void }) {
  return (
    <FormDialog open title="Checks of a link" onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{link.url}</bdi>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <LinkStateBadge state={link.state} /> {stateMeanings[link.state]}
      </p>
      {link.probes.length === 0 ? (
        <p className="mt-4 text-sm">It has not been checked yet.</p>
      ) : (
        <ol className="mt-4 grid gap-px overflow-clip rounded-xl border border-line bg-line">
          {link.probes.map((probe) => (
            <li key={probe.at} className="flex flex-wrap justify-between gap-x-4 bg-surface px-3.5 py-2 text-sm">
              <span className="first-letter:uppercase">{probeText(probe)}</span>
              <time dateTime={probe.at} className="text-muted tabular-nums">
                {momentLabel(probe.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  );
}
