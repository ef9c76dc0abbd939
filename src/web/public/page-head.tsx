import { rasterOf } from '#contract/values/urls.ts';
import { useSite } from '../components/use-site.ts';
import { absoluteUrl } from './structured-data.ts';

/** `<` is escaped so that catalogue text cannot close the script element. */
function JsonLd({ graph }: { graph: object[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

interface PageHeadProps {
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /**
   * False for pages whose links search engines should follow, but which they should not list. `disallowed` for pages that
   * robots.txt keeps them from: nobody would read what the page says about it (decision 032).
   */
  isIndexed?: boolean | 'disallowed';
  image?: string;
  type?: 'website' | 'video.other' | 'profile';
  previous?: string | undefined;
  next?: string | undefined;
  feed?: string;
  jsonLd?: object[];
}

/** Allows search engines to show a large image and video previews of any length. */
const indexed = 'index,follow,max-image-preview:large,max-video-preview:-1';

interface SharedImage {
  url: string;
  /** Undefined if the size is not known. */
  width?: number;
  height?: number;
}

const icon: SharedImage = { url: '/icon-512.png', width: 512, height: 512 };

const sharedImageOf = (picture = ''): SharedImage => rasterOf(picture) ?? icon;

/** Metadata for search engines and link previews. React hoists it into <head> and removes it on unmount. */
export function PageHead({ title, description, path, isIndexed = true, type = 'website', ...optional }: PageHeadProps) {
  const { jsonLd = [] } = optional;
  const { settings, siteUrl } = useSite();
  const absolute = (url: string) => absoluteUrl(siteUrl, url);
  const fullTitle = title === settings.siteName ? title : `${title} · ${settings.siteName}`;
  const shared = sharedImageOf(optional.image);
  const image = absolute(shared.url);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={absolute(path)} />
      {isIndexed !== 'disallowed' && <meta name="robots" content={isIndexed ? indexed : 'noindex,follow'} />}
      {optional.previous && <link rel="prev" href={absolute(optional.previous)} />}
      {optional.next && <link rel="next" href={absolute(optional.next)} />}
      {optional.feed && (
        <link rel="alternate" type="application/rss+xml" title={fullTitle} href={absolute(optional.feed)} />
      )}
      <meta property="og:site_name" content={settings.siteName} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:image" content={image} />
      {shared.width && <meta property="og:image:width" content={String(shared.width)} />}
      {shared.height && <meta property="og:image:height" content={String(shared.height)} />}
      <meta name="twitter:card" content={shared === icon ? 'summary' : 'summary_large_image'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      {jsonLd.length > 0 && <JsonLd graph={jsonLd} />}
    </>
  );
}
