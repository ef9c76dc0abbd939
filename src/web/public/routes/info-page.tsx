import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { infoPageNames, infoPages } from '#contract/values/public-pages.ts';
import { fitDescription } from '../../components/format.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { ContactCard } from '../contact-card.tsx';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList } from '../structured-data.ts';

/** Comes before the text, for visitors in a hurry. */
function ReportCard() {
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-line bg-surface px-5 py-5">
      <a href={infoPages.report.path} className="btn btn-primary">
        Report content
      </a>
      <span className="text-muted">You need no account and no proof of age.</span>
    </p>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

const pageAt = (path: string) => infoPageNames.find((page) => infoPages[page].path === path) ?? 'contact';

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const page = pageAt(url.pathname.toLowerCase().replace(/\/+$/, ''));
  const { html, summary, contact } = await context.get(siteContext).client.getInfoPage({ params: { page } });
  return { page, html, summary, contact };
};

export default function InfoPage() {
  const { page, html, summary, contact } = useLoaderData<typeof loader>();
  const { siteUrl, settings } = useSite();
  const { path, title } = infoPages[page];
  return (
    <div className="wrap pt-7">
      <PageHead
        title={title}
        description={fitDescription([summary, `${title} of ${settings.siteName}.`])}
        path={path}
        jsonLd={[breadcrumbList(siteUrl, [{ name: title, path }])]}
      />
      <div className="max-w-[70ch]">
        <h1>{title}</h1>
        {(page === 'removal' || page === 'copyright') && <ReportCard />}
        <Markdown html={html} />
        <ContactCard contact={contact} />
      </div>
    </div>
  );
}
