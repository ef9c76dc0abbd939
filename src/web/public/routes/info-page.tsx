import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { infoPageNames, infoPages } from '#contract/values/info-pages.ts';
import { fitDescription } from '../../components/format/description.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { ContactCard } from '../info/contact-card.tsx';
import { ReportCard } from '../info/report-card.tsx';

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
