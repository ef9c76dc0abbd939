import { data, redirect } from 'react-router';
import { infoPages } from '#contract/values/info-pages.ts';
import { isCaseKind, reportForms } from '#contract/values/report-form.ts';
import { reportStatusPath } from '#contract/values/report-status-path.ts';
import { fitDescription } from '../../components/format/description.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { ContactCard } from '../info/contact-card.tsx';
import { type Failure, failureOf } from '../report/failure.ts';
import { HelpNotice } from '../report/help-notice.tsx';
import { KindList } from '../report/kind-list.tsx';
import { enteredValues, reportBody } from '../report/report-body.ts';
import type { ReportValues } from '../report/report-fields.tsx';
import { ReportForm } from '../report/report-form.tsx';
import { reportHref } from '../report/report-href.ts';
import { sentPath } from '../report/sent-path.ts';
import type { Route } from './+types/report.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const { path, title } = infoPages.report;

export const loader = async ({ context, url: { searchParams } }: Route.LoaderArgs) => {
  const kind = searchParams.get('kind');
  const video = /^\d{1,15}$/.exec(searchParams.get('video') ?? '')?.[0] ?? '';
  const { siteUrl, client } = context.get(siteContext);
  const { html, summary, contact } = await client.getInfoPage({ params: { page: 'report' } });
  return {
    html,
    summary,
    contact,
    kind: isCaseKind(kind) ? kind : null,
    video,
    videoUrl: video === '' ? '' : `${siteUrl}/video/${video}`,
    isSent: searchParams.get('sent') !== null,
  };
};

interface Refused extends Failure {
  values: ReportValues;
}

/** Forms that are sent without JavaScript. */
export const action = async ({ request, context, url }: Route.ActionArgs) => {
  const kind = url.searchParams.get('kind');
  if (!isCaseKind(kind)) return redirect(path, 303);
  const form = await request.formData();
  try {
    const { token } = await context.get(siteContext).client.sendReport({ body: reportBody(kind, form) });
    return redirect(token === undefined ? sentPath : reportStatusPath(token), 303);
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    return data<Refused>({ ...failureOf(error), values: enteredValues(form) }, { status });
  }
};

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, video, videoUrl, isSent, html, summary, contact } = loaderData;
  const { settings } = useSite();
  const description = fitDescription([summary, `${title} of ${settings.siteName}.`]);
  const heading = kind ? reportForms[kind].title : title;
  return (
    <div className="wrap pt-7">
      <PageHead
        title={heading}
        description={description}
        path={kind ? reportHref({ kind, video: '' }) : path}
        isIndexed={kind === null && !isSent}
      />
      <div className="mx-auto max-w-[640px]">
        {kind && (
          <p className="mb-2 text-sm">
            <a
              href={video === '' ? path : `${path}?video=${video}`}
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
              video={video}
              values={actionData?.values ?? { urls: videoUrl }}
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
