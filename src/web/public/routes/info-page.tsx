import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { infoPages, type InfoPage as Page } from '#contract/values/info-pages.ts';
import { fitDescription } from '../../components/format/description.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { ContactCard } from '../info/contact-card.tsx';
import { paragraphsOf } from '../info/paragraphs.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const pageAt = (path: string) =>
  (Object.keys(infoPages) as Page[]).find((page) => infoPages[page].path === path) ?? 'contact';

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const page = pageAt(url.pathname.toLowerCase().replace(/\/+$/, ''));
  const { siteName, pageTexts, contactEmail, securityContact } = await context.get(siteContext).client.getSettings();
  const text = pageTexts[page];
  const [first = ''] = paragraphsOf(text);
  const description = fitDescription([first, `${infoPages[page].title} of ${siteName}.`]);
  return { page, text, description, contact: contactEmail || securityContact };
};

export default function InfoPage() {
  const { page, text, description, contact } = useLoaderData<typeof loader>();
  const { siteUrl } = useSite();
  const { path, title } = infoPages[page];
  const paragraphs = paragraphsOf(text);
  return (
    <div className="wrap pt-7">
      <PageHead
        title={title}
        description={description}
        path={path}
        jsonLd={[breadcrumbList(siteUrl, [{ name: title, path }])]}
      />
      <div className="max-w-[70ch]">
        <h1>{title}</h1>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be alike
          <p key={index} dir="auto" className="mt-4 leading-relaxed whitespace-pre-line">
            {paragraph}
          </p>
        ))}
        <ContactCard contact={contact} />
      </div>
    </div>
  );
}
