import { useEffect, useRef, useState } from 'react';
import { data, redirect } from 'react-router';
import type { ReportStatus } from '#contract/reports.ts';
import { reportForms, reportLimits, reportStatusPath } from '#contract/values/reports.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { PageHead } from '../page-head.tsx';
import { failureOf } from '../report/failure.ts';
import { TextArea } from '../report/field.tsx';
import { clearDraft, restoreDraft, saveDraft } from '../report/report-draft.ts';
import type { Route } from './+types/report-status.ts';

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
function StatusView({ report }: { report: ReportStatus }) {
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

type Intent = 'answer' | 'object' | 'withdraw';

interface ReplyFormProps {
  intent: Exclude<Intent, 'withdraw'>;
  heading: string;
  label: string;
  hint: string;
  button: string;
  error?: string | undefined;
  value: string;
}

/** A form that the page itself takes, with or without JavaScript. */
function ReplyForm({ intent, heading, label, hint, button, error, value }: ReplyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    if (form.current) restoreDraft(intent, form.current);
  }, [intent]);
  return (
    <section aria-labelledby={intent} className="mt-8">
      <h2 id={intent}>{heading}</h2>
      <form
        ref={form}
        method="post"
        onSubmit={() => setSending(true)}
        onInput={(event) => saveDraft(intent, event.currentTarget)}
        className="mt-3 grid gap-4"
      >
        <input type="hidden" name="intent" value={intent} />
        <TextArea
          label={label}
          name="text"
          hint={hint}
          error={error}
          rows={4}
          required
          maxLength={reportLimits.text}
          defaultValue={value}
        />
        <button
          type="submit"
          disabled={isSending}
          aria-busy={isSending}
          className="btn btn-primary h-12 sm:justify-self-start"
        >
          {button}
        </button>
      </form>
    </section>
  );
}

/** Asks once more, in place: without JavaScript there is no dialog. */
function WithdrawForm() {
  return (
    <details className="mt-8 rounded-2xl border border-line bg-surface px-4 pb-1 open:pb-4">
      <summary className="cursor-pointer py-3.5 font-medium">Withdraw this report</summary>
      <p className="text-sm">
        We then stop working on it, and what it alone has hidden can be seen again. Where a person may be under 18, we
        look at it nevertheless.
      </p>
      <form method="post" className="mt-3">
        <input type="hidden" name="intent" value="withdraw" />
        <button type="submit" className="btn btn-quiet">
          Withdraw it
        </button>
      </form>
    </details>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

/** Neither search engines nor the sites behind its links may learn the URL. */
const privateHeaders = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' };

export const headers: Route.HeadersFunction = () => privateHeaders;

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  try {
    const { report } = await context.get(siteContext).client.getReportStatus({ params });
    return data({ report: report as ReportStatus | null });
  } catch (error) {
    // The same page for every token that is none.
    if (isApiError(error) && error.status < 500) return data({ report: null }, { status: 404 });
    throw error;
  }
};

interface Refused {
  intent: Intent;
  message: string;
  text: string;
}

export const action = async ({ request, context, params }: Route.ActionArgs) => {
  const form = await request.formData();
  const text = String(form.get('text') ?? '').replaceAll('\r\n', '\n');
  const intent = String(form.get('intent')) as Intent;
  const { client } = context.get(siteContext);
  try {
    if (intent === 'answer') await client.answerReport({ params, body: { text } });
    else if (intent === 'object') await client.objectToReport({ params, body: { text } });
    else if (intent === 'withdraw') await client.withdrawReport({ params });
    return redirect(reportStatusPath(params.token), 303);
  } catch (error) {
    const status = isApiError(error) ? error.status : 500;
    const { message, fields } = failureOf(error);
    return data<Refused>({ intent, message: fields.text ?? message, text }, { status });
  }
};

function Missing() {
  return (
    <>
      <h1>There is nothing here</h1>
      <p className="mt-3">
        Check that the address is complete: it is the one from our email, or the one that was shown after you sent your
        report.
      </p>
      <p className="mt-5">
        <a href="/report" className="btn btn-quiet">
          Report something
        </a>
      </p>
    </>
  );
}

/** What was typed into a form that the case has none for any more, as when another tab was faster. */
function UnsentText({ report, refused: { intent, text } }: { report: ReportStatus; refused: Refused }) {
  const hasForm = intent === 'answer' ? report.status === 'asked' : report.mayObject;
  if (hasForm || text === '') return null;
  return (
    <label className="mb-5 grid gap-1.5 font-medium">
      What you typed
      <textarea readOnly rows={4} defaultValue={text} className="field" />
    </label>
  );
}

function Replies({ report, refused }: { report: ReportStatus; refused: Refused | undefined }) {
  const stateOf = (intent: Intent) => ({
    error: refused?.intent === intent ? refused.message : undefined,
    value: refused?.intent === intent ? refused.text : '',
  });
  const isAsked = report.status === 'asked';
  useEffect(() => {
    // Taken: the next question, or decision, has another text.
    if (!isAsked) clearDraft('answer');
    if (!report.mayObject) clearDraft('object');
  }, [isAsked, report.mayObject]);
  return (
    <>
      {isAsked && (
        <ReplyForm
          intent="answer"
          heading="Answer"
          label="Your answer"
          hint="Please do not send any pictures."
          button="Send answer"
          {...stateOf('answer')}
        />
      )}
      {report.mayObject && (
        <ReplyForm
          intent="object"
          heading="Do you disagree?"
          label="Your objection"
          hint="Tell us what we have overlooked. We look at it again."
          button="Object"
          {...stateOf('object')}
        />
      )}
      {report.mayWithdraw && <WithdrawForm />}
    </>
  );
}

export default function ReportStatusPage({ loaderData: { report }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-7">
      <PageHead title="Your report" description="What became of a report." path="/report" isIndexed={false} />
      <div className="mx-auto max-w-[640px]">
        {report ? (
          <>
            {actionData && (
              <p
                role="alert"
                className="mb-5 rounded-[11px] border border-danger bg-surface p-4 font-medium text-danger"
              >
                {actionData.message}
              </p>
            )}
            {actionData && <UnsentText report={report} refused={actionData} />}
            <StatusView report={report} />
            <Replies report={report} refused={actionData} />
          </>
        ) : (
          <Missing />
        )}
      </div>
    </div>
  );
}
