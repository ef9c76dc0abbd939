import type { ReportStatus } from '#contract/reports.ts';
import { reportForms } from '#contract/values/report-form.ts';

const timeLabel = (time: string) =>
  `${new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{timeLabel(at)}</time>;
}

const stateSentence = ({ status, decidedAt, dueAt, entries }: ReportStatus) => {
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  if (isWithdrawn && status === 'decided') return 'You withdrew this report. You can send it again at any time.';
  if (status === 'asked') return 'We have a question before we can decide.';
  if (status === 'decided') return decidedAt ? `Decided on ${timeLabel(decidedAt)}.` : 'Decided.';
  const by = dueAt ? ` We decide by ${timeLabel(dueAt)}.` : '';
  return `${status === 'objected' ? 'You have objected, and we are looking at it again.' : 'We have it and are looking at it.'}${by}`;
};

type ReportedUrl = ReportStatus['urls'][number];

const outcome = ({ decision, isVideo, isWithheld }: ReportedUrl) => {
  if (decision === 'remove') return 'Removed';
  if (decision === 'keep') return 'Kept';
  if (!isVideo) return 'We did not recognise a video of this site in this. We read it ourselves.';
  return isWithheld ? 'Not decided yet. It cannot be seen meanwhile.' : 'Not decided yet';
};

const entryLabels: Partial<Record<string, string>> = {
  received: 'We received your report.',
  withheld: 'What you reported was hidden until we decide.',
  released: 'What was hidden can be seen again.',
  question: 'Our question',
  answer: 'Your answer',
  decision: 'We decided.',
  objection: 'Your objection',
  withdrawal: 'You withdrew your report.',
  counter_notice: 'Somebody disagrees with the removal.',
};

/** What happened to a report so far. */
export function StatusView({ report }: { report: ReportStatus }) {
  // Also in the history, which comes after what may be a hundred URLs.
  const remark = report.entries.find(({ kind }) => kind === 'received')?.text;
  return (
    <>
      <p className="text-sm text-muted">{reportForms[report.kind].title}</p>
      <h1>Report {report.number}</h1>
      <p role="status" className="mt-4 rounded-[11px] border border-line-strong bg-surface p-4 font-medium">
        {stateSentence(report)}
      </p>
      <p className="mt-3 text-sm text-muted">
        Save the address of this page, and keep it to yourself: whoever has it can read this and answer for you.
      </p>
      {report.urls.length > 0 && (
        <section aria-labelledby="urls" className="mt-8">
          <h2 id="urls">What you reported</h2>
          {remark && <p className="mt-2">{remark}</p>}
          <ul className="mt-3 grid gap-2.5">
            {report.urls.map((url, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one URL may stand for several videos
              <li key={position} className="rounded-2xl border border-line bg-surface p-4">
                <span dir="auto" className="block text-sm wrap-anywhere text-muted">
                  {url.url}
                </span>
                <b className="mt-1 block font-[620]">{outcome(url)}</b>
                {url.reason !== '' && (
                  <p dir="auto" className="mt-1 whitespace-pre-line">
                    {url.reason}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="history" className="mt-8">
        <h2 id="history">What has happened</h2>
        <ol className="mt-3 grid gap-4">
          {report.entries.map(({ at, kind, text }) => (
            <li key={`${at} ${kind}`} className="border-l-2 border-line-strong pl-4">
              <span className="block text-sm text-muted">
                <Moment at={at} />
              </span>
              <b className="block font-[620]">{entryLabels[kind] ?? 'We worked on it.'}</b>
              {text !== '' && (
                <p dir="auto" className="mt-1 whitespace-pre-line">
                  {text}
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
