import { videoPath } from '#contract/values/video-path.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';

export const itemList = (siteUrl: string, videos: CardVideo[]) => ({
  '@type': 'ItemList',
  itemListElement: videos.map((video, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: siteUrl + videoPath(video.id, video.title),
  })),
});

/** From the home page down to the page itself. */
export const breadcrumbList = (siteUrl: string, steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
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
