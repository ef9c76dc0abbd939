import { data, redirect, useLocation } from 'react-router';
import { type CaseKind, caseKinds } from '#contract/values/cases.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { isCaseKind, reportForms, reportStatusPath } from '#contract/values/reports.ts';
import { fitDescription } from '../../components/format.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useIsHydrated } from '../../components/use-is-hydrated.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { ContactCard } from '../contact-card.tsx';
import { PageHead } from '../page-head.tsx';
import { type Failure, failureOf } from '../report/failure.ts';
import { enteredValues, kindHints, ReportForm, type ReportValues, reportBody } from '../report/report-form.tsx';
import { reportedVideo, reportHref, sentPath } from '../report/report-urls.ts';
import type { Route } from './+types/report.ts';

const external = { rel: 'nofollow noreferrer', className: 'font-medium underline underline-offset-4' };

/** Organisations that help with this kind of report. */
function HelpNotice({ kind }: { kind: CaseKind }) {
  if (kind !== 'intimate_image' && kind !== 'minor') return null;
  return (
    <aside aria-label="More help" className="rounded-2xl border border-line bg-surface p-4 text-sm leading-relaxed">
      {kind === 'minor' ? (
        <p>
          If someone is in danger now, please call the police. If the image is of you and you are, or were, under 18,{' '}
          <a href="https://takeitdown.ncmec.org/" {...external}>
            Take It Down
          </a>{' '}
          helps to remove it from many other sites, free of charge and without your name.
        </p>
      ) : (
        <p>
          This is not your fault.{' '}
          <a href="https://stopncii.org/" {...external}>
            StopNCII.org
          </a>{' '}
          helps to keep such images off many other sites, free of charge, without your image leaving your device. If you
          were under 18 when it was made,{' '}
          <a href="https://takeitdown.ncmec.org/" {...external}>
            Take It Down
          </a>{' '}
          does the same.
        </p>
      )}
    </aside>
  );
}

/** The first step: what a report is about. */
function KindList({ video }: { video: string }) {
  return (
    <ul className="mt-6 grid gap-2.5">
      {caseKinds.map((kind) => (
        <li key={kind}>
          <a
            href={reportHref({ kind, video })}
            rel="nofollow"
            className="block rounded-2xl border border-line-strong bg-surface px-4 py-3.5 transition-colors hover:border-accent hover:bg-raised"
          >
            <span className="block font-[620]">{reportForms[kind].title}</span>
            <span className="mt-0.5 block text-sm text-muted">{kindHints[kind]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

const { path, title } = infoPages.report;

export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => {
  const kind = searchParams.get('kind');
  const { html, summary, contact, sendsMail } = await context
    .get(siteContext)
    .client.getInfoPage({ params: { page: 'report' } });
  return {
    html,
    summary,
    contact,
    sendsMail,
    kind: isCaseKind(kind) ? kind : null,
    isSent: searchParams.get('sent') !== null,
  };
};

interface FailedReport extends Failure {
  values: ReportValues;
}

/** Takes forms that are sent without JavaScript. */
export const action = async ({ request, context, url }: Route.ActionArgs) => {
  const kind = url.searchParams.get('kind');
  if (!isCaseKind(kind)) return redirect(path, 303);
  const form = await request.formData();
  try {
    const { token } = await context.get(siteContext).client.sendReport({ body: reportBody(kind, form) });
    return redirect(token === undefined ? sentPath : reportStatusPath(token), 303);
  } catch (error) {
    const status = isApiError(error) ? error.status : 500;
    return data<FailedReport>({ ...failureOf(error), values: enteredValues(form) }, { status });
  }
};

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, isSent, html, summary, contact, sendsMail } = loaderData;
  const location = useLocation();
  // The server does not know the fragment, so it is read after hydration.
  const video = useIsHydrated() ? reportedVideo(location) : '';
  const { settings } = useSite();
  const description = fitDescription([summary, `${title} of ${settings.siteName}.`]);
  const heading = kind ? reportForms[kind].title : title;
  return (
    <div className="wrap pt-7">
      <PageHead title={heading} description={description} path={kind ? reportHref({ kind }) : path} isIndexed={false} />
      <div className="mx-auto max-w-[640px]">
        {kind && (
          <p className="mb-2 text-sm">
            <a
              href={reportHref({ video })}
              className="inline-flex min-h-11 items-center text-muted underline underline-offset-4"
            >
              Report something else
            </a>
          </p>
        )}
        <h1>{heading}</h1>
        {isSent && (
          <p role="status" className="mt-4 rounded-[11px] border border-line-strong bg-surface p-4 font-medium">
            Thank you. We will look at the link.
          </p>
        )}
        {kind ? (
          <>
            <div className="mt-4">
              <HelpNotice kind={kind} />
            </div>
            <ReportForm
              key={kind}
              kind={kind}
              sendsMail={sendsMail}
              values={actionData?.values ?? {}}
              failure={actionData}
            />
          </>
        ) : (
          <>
            <p className="mt-3 text-muted">What is it about? You need no account, and we ask only for what we need.</p>
            <KindList video={video} />
            <div className="mt-10">
              <Markdown html={html} />
            </div>
            <ContactCard contact={contact} />
          </>
        )}
      </div>
    </div>
  );
}
