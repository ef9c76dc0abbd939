import { useEffect } from 'react';
import { data, redirect } from 'react-router';
import type { ReportStatus } from '#contract/reports.ts';
import { reportStatusPath } from '#contract/values/report-status-path.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { PageHead } from '../head/page-head.tsx';
import { failureOf } from '../report/failure.ts';
import { type Intent, ReplyForm, WithdrawForm } from '../report/reply-form.tsx';
import { clearDraft } from '../report/report-draft.ts';
import { StatusView } from '../report/status-view.tsx';
import type { Route } from './+types/report-status.ts';

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
