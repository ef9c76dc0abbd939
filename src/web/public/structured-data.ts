import { pictureUrl, videoPath } from '#contract/values/urls.ts';
import type { Named } from '../components/named.ts';
import type { CardVideo } from '../components/video-card/card-video.ts';
import { performerHref } from './hrefs.ts';

/** A path that URL parsing would not change: no dot segments, nothing to escape. */
const plainPath = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w=&,:-]*)?$/;

/** The full URL of a path or URL. Skips URL parsing, which is slow, for plain paths. */
export const absoluteUrl = (siteUrl: string, url: string): string =>
  plainPath.test(url) ? siteUrl + url : new URL(url, siteUrl).href;

export const itemList = (siteUrl: string, videos: CardVideo[]) => ({
  '@type': 'ItemList',
  itemListElement: videos.map((video, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: siteUrl + videoPath(video.id, video.title),
  })),
});

export interface Step {
  name: string;
  path: string;
}

/** `steps` leads from below the home page to the page itself. */
export const breadcrumbList = (siteUrl: string, steps: Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
});

export const person = (siteUrl: string, { slug, name }: Named) => ({
  '@type': 'Person',
  name,
  url: siteUrl + performerHref(slug),
});

interface Profile extends Named {
  image: string | undefined;
  description: string;
}

export const profilePage = (siteUrl: string, { image, description, ...performer }: Profile) => ({
  '@type': 'ProfilePage',
  url: siteUrl + performerHref(performer.slug),
  mainEntity: {
    ...person(siteUrl, performer),
    ...(image ? { image: absoluteUrl(siteUrl, pictureUrl(image, 640)) } : {}),
    ...(description === '' ? {} : { description }),
  },
});

export const webSite = (siteUrl: string, siteName: string) => ({
  '@type': 'WebSite',
  name: siteName,
  url: `${siteUrl}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});
