import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { data, redirect } from 'react-router';
import type { ReportStatus } from '#contract/reports.ts';
import { isUrgent, reportForms, reportLimits, reportStatusPath } from '#contract/values/reports.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { PageHead } from '../page-head.tsx';
import { failureOf } from '../report/failure.ts';
import { TextArea, TextField } from '../report/field.tsx';
import { proveConfirmation } from '../report/prove-work.ts';
import { clearDraft, restoreDraft, saveDraft } from '../report/report-draft.ts';
import type { Route } from './+types/report-status.ts';

const timeLabel = (time: string) =>
  `${new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const stateSentence = ({ status, decidedAt, dueAt, entries }: ReportStatus) => {
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  if (isWithdrawn && status === 'decided') return 'You withdrew this report. You can send it again at any time.';
  if (status === 'asked') return 'We have a question before we can decide.';
  if (status === 'decided') return decidedAt ? `Decided on ${timeLabel(decidedAt)}.` : 'Decided.';
  const by = dueAt ? ` We will decide by ${timeLabel(dueAt)}.` : '';
  return `${status === 'objected' ? 'You have objected, and we are looking at it again.' : 'We have it and are looking at it.'}${by}`;
};

type ReportedUrl = ReportStatus['urls'][number];

const outcome = ({ decision, isVideo, isWithheld, isVisible }: ReportedUrl) => {
  if (decision === 'remove') return 'Removed';
  if (decision === 'keep') return 'Kept';
  if (!isVideo) return 'This doesn’t look like a video on this site. A person will look at it.';
  if (isWithheld) return 'Not decided yet. It is hidden until then.';
  return isVisible ? 'Not decided yet. It can still be seen.' : 'Not decided yet';
};

const entryLabels: Partial<Record<string, string>> = {
  received: 'We received your report.',
  withheld: 'We hid what you reported until we decide, or a part of it: see above.',
  released: 'What was hidden is visible again.',
  question: 'Our question',
  answer: 'Your answer',
  decision: 'We decided.',
  objection: 'Your objection',
  withdrawal: 'You withdrew your report.',
  counter_notice: 'Someone disagrees with the removal.',
  email: 'Your email',
};

const videos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`;

const hiddenLater =
  'If reports may hide more before that, because a day has passed or a person has decided others, we hide it then, in the order in which reports came. Those about persons under 18 come first.';

/** How many of the undecided videos are hidden, for the kinds that may be hidden before a person has looked. */
const hidingSentence = ({ kind, status, urls, waitsForRoom, isAlerted }: ReportStatus) => {
  if (!isUrgent(kind) || status === 'decided') return undefined;
  const undecided = urls.filter(({ isVideo, decision }) => isVideo && decision === null);
  const hidden = undecided.filter(({ isVisible }) => !isVisible).length;
  const visible = undecided.length - hidden;
  const are = (count: number) => `${videos(count)} ${count === 1 ? 'is' : 'are'}`;
  if (visible === 0) return hidden === 0 ? undefined : `${are(hidden)} hidden until we decide.`;
  const told = isAlerted ? 'We have been alerted by email, and a person will look.' : 'A person will look.';
  const later = waitsForRoom ? ` ${hiddenLater}` : '';
  return `${hidden === 0 ? '' : `${are(hidden)} hidden. `}${videos(visible)} can still be seen. ${told}${later}`;
};

const whyVisible = 'Reports hide only so many videos before a person has looked, so that nobody can empty the site.';
const upToTen = `up to ${reportLimits.hiddenByMailbox} videos a day`;

const linkSentences = {
  'needs email': 'Enter an email, and open the link that we send to it. You need not give your name.',
  'not sent': 'We have not sent you an email with a link for that. Ask for it here, and open the link.',
  waiting:
    'An email with a link for that waits to be sent. Load this page again in a minute to see whether it has been sent.',
  failed: 'We could not send the email with a link for that. Correct your email here, or enter another one.',
  sent: 'Open the link in the email that we have sent you. If you cannot find it, look among your spam, or correct your email here.',
};

const box = 'mt-5 rounded-2xl border border-accent bg-surface p-4';

interface ConfirmFormProps {
  report: ReportStatus;
  token: string;
  /** From the link in our email. */
  code: string;
}

/** Confirms the email. Needs JavaScript only for the proof of work while many emails of its domain are confirmed. */
function ConfirmForm({ report: { confirmation, confirmationWork }, token, code }: ConfirmFormProps) {
  const proof = useRef<HTMLInputElement>(null);
  const [isProving, setProving] = useState(false);
  const confirm = async (event: SubmitEvent<HTMLFormElement>) => {
    if (confirmationWork === 0) return;
    event.preventDefault();
    const form = event.currentTarget;
    setProving(true);
    const solved = await proveConfirmation(token);
    if (proof.current) proof.current.value = solved;
    form.submit();
  };
  return (
    <section aria-labelledby="confirm" className={box}>
      <h2 id="confirm">Confirm your email</h2>
      <p className="mt-2">
        {confirmation === 'confirmed'
          ? 'You have confirmed it. If your browser could not do its calculation, press again.'
          : `A confirmed email hides ${upToTen} without waiting for a person to look.`}
      </p>
      {confirmationWork > 0 && (
        <noscript>
          <p className="mt-2">
            Many emails of your provider were confirmed today, so your browser has to do a calculation first. Please
            turn JavaScript on, and load this page again.
          </p>
        </noscript>
      )}
      <form method="post" onSubmit={confirm} className="mt-3">
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="code" value={code} />
        <input ref={proof} type="hidden" name="proof" />
        <button type="submit" disabled={isProving} aria-busy={isProving} className="btn btn-primary h-12 max-sm:w-full">
          Confirm and hide
        </button>
      </form>
      {isProving && (
        <p role="status" className="mt-3 text-sm text-muted">
          Your browser does a calculation first, which keeps programs from crowding out people. It may take a few
          minutes. Please leave this page open.
        </p>
      )}
    </section>
  );
}

interface ConfirmationProps {
  report: ReportStatus;
  token: string;
  /** From the link in our email, or ''. */
  code: string;
  failed: FailedReply | undefined;
}

/** Lets the reporter confirm an email, which hides videos even if many others send reports. */
function Confirmation({ report, token, code, failed }: ConfirmationProps) {
  const { confirmation, confirmationWork, email } = report;
  if (confirmation === 'not needed') return null;
  if (code !== '' && (confirmation !== 'confirmed' || confirmationWork > 0))
    return <ConfirmForm report={report} token={token} code={code} />;
  if (confirmation === 'confirmed') return null;
  if (confirmation === 'no mail server')
    return (
      <p className={box}>
        {whyVisible} This site sends no emails, so this page is the only place that says what we ask and decide.
      </p>
    );
  return (
    <section aria-labelledby="confirm" className={box}>
      <h2 id="confirm">Have more hidden</h2>
      <p className="mt-2">
        {whyVisible} A confirmed email hides {upToTen} besides. {linkSentences[confirmation]}
      </p>
      <form method="post" className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="email" />
        <TextField
          label="Your email"
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          error={failed?.intent === 'email' ? failed.message : undefined}
          defaultValue={failed?.intent === 'email' ? failed.text : email}
        />
        <button type="submit" className="btn btn-quiet h-12 max-sm:w-full sm:justify-self-start">
          {confirmation === 'sent' || confirmation === 'waiting' ? 'Send the email again' : 'Send the link'}
        </button>
      </form>
    </section>
  );
}

function StatusView({ report, token, code, failed }: ConfirmationProps) {
  const hiding = hidingSentence(report);
  // Also in the history, which may follow a hundred URLs.
  const remark = report.entries.find(({ kind }) => kind === 'received')?.text;
  return (
    <>
      <p className="text-sm text-muted">{reportForms[report.kind].title}</p>
      <h1>Report {report.number}</h1>
      <p role="status" className="mt-4 rounded-[11px] border border-line-strong bg-surface p-4 font-medium">
        {stateSentence(report)}
        {hiding && <span className="mt-1 block font-normal">{hiding}</span>}
      </p>
      <Confirmation report={report} token={token} code={code} failed={failed} />
      <p className="mt-3 text-sm text-muted">
        Save the address of this page and keep it private: anyone who has it can read this and answer for you.
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
                <time dateTime={at}>{timeLabel(at)}</time>
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

type Intent = 'answer' | 'object' | 'withdraw' | 'email' | 'confirm';

interface ReplyFormProps {
  intent: 'answer' | 'object';
  heading: string;
  label: string;
  hint: string;
  button: string;
  error?: string | undefined;
  value: string;
}

/** A form that posts to this page, with or without JavaScript. */
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

/** Asks for confirmation in place, because dialogs need JavaScript. */
function WithdrawForm() {
  return (
    <details className="mt-8 rounded-2xl border border-line bg-surface px-4 pb-1 open:pb-4">
      <summary className="cursor-pointer py-3.5 font-medium">Withdraw this report</summary>
      <p className="text-sm">
        We then stop working on it, and what only this report has hidden becomes visible again. If a person shown may be
        under 18, we look into it anyway.
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

/** Keeps the URL, which contains the token, from search engines and from linked sites. */
const privateHeaders = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' };

const maxCodeLength = 100;

export const headers: Route.HeadersFunction = () => privateHeaders;

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const code = (url.searchParams.get('confirm') ?? '').slice(0, maxCodeLength);
  try {
    const { report } = await context.get(siteContext).client.getReportStatus({ params });
    return data({ report: report as ReportStatus | null, code });
  } catch (error) {
    // All invalid tokens get the same page.
    if (isApiError(error) && error.status < 500) return data({ report: null, code }, { status: 404 });
    throw error;
  }
};

interface FailedReply {
  intent: Intent;
  message: string;
  text: string;
}

export const action = async ({ request, context, params }: Route.ActionArgs) => {
  const form = await request.formData();
  const text = String(form.get('text') ?? '').replaceAll('\r\n', '\n');
  const intent = String(form.get('intent')) as Intent;
  const email = String(form.get('email') ?? '').trim();
  const { client } = context.get(siteContext);
  try {
    if (intent === 'answer') await client.answerReport({ params, body: { text } });
    else if (intent === 'object') await client.objectToReport({ params, body: { text } });
    else if (intent === 'withdraw') await client.withdrawReport({ params });
    else if (intent === 'email') await client.requestReportConfirmation({ params, body: { email } });
    else if (intent === 'confirm')
      await client.confirmReportEmail({
        params,
        body: { code: String(form.get('code') ?? ''), proof: String(form.get('proof') ?? '') },
      });
    return redirect(reportStatusPath(params.token), 303);
  } catch (error) {
    const status = isApiError(error) ? error.status : 500;
    const { message, fields } = failureOf(error);
    const entered = intent === 'email' ? email : text;
    return data<FailedReply>({ intent, message: fields.text ?? fields.email ?? message, text: entered }, { status });
  }
};

function Missing() {
  return (
    <>
      <h1>There is nothing here</h1>
      <p className="mt-3">
        Check that the address is complete: it is the one that was shown after you sent your report.
      </p>
      <p className="mt-5">
        <a href="/report" className="btn btn-quiet">
          Report something
        </a>
      </p>
    </>
  );
}

/** Shows what was typed if the form is gone, for example because the reply was sent from another tab. */
function UnsentText({ report, failed: { intent, text } }: { report: ReportStatus; failed: FailedReply }) {
  const hasForm = intent === 'answer' ? report.status === 'asked' : report.mayObject;
  if (hasForm || text === '' || intent === 'email') return null;
  return (
    <label className="mb-5 grid gap-1.5 font-medium">
      What you typed
      <textarea readOnly rows={4} defaultValue={text} className="field" />
    </label>
  );
}

function Replies({ report, failed }: { report: ReportStatus; failed: FailedReply | undefined }) {
  const stateOf = (intent: Intent) => ({
    error: failed?.intent === intent ? failed.message : undefined,
    value: failed?.intent === intent ? failed.text : '',
  });
  const isAsked = report.status === 'asked';
  useEffect(() => {
    // The reply was accepted. Don't restore its text into the form for the next question or decision.
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
          hint="Tell us what we overlooked. We will look at it again."
          button="Object"
          {...stateOf('object')}
        />
      )}
      {report.mayWithdraw && <WithdrawForm />}
    </>
  );
}

export default function ReportStatusPage({ loaderData: { report, code }, actionData, params }: Route.ComponentProps) {
  return (
    <div className="wrap pt-7">
      <PageHead title="Your report" description="The status of a report." path="/report" isIndexed={false} />
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
            {actionData && <UnsentText report={report} failed={actionData} />}
            <StatusView report={report} token={params.token} code={code} failed={actionData} />
            <Replies report={report} failed={actionData} />
          </>
        ) : (
          <Missing />
        )}
      </div>
    </div>
  );
}
