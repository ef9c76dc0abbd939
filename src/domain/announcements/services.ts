import type { Fetch } from '#domain/fetching/fetcher.ts';
import type { Announce } from './deliver-announcements.ts';

const timeoutMs = 30_000;

const maxBytes = 64 * 1024;

const post = async (fetch: Fetch, url: string, type: string, body: string) => {
  const { status } = await fetch(url, {
    headers: { 'content-type': type },
    body,
    timeoutMs,
    maxBytes,
    maxRedirects: 0,
  });
  if (status < 200 || status > 299) throw new Error(`${new URL(url).host} answered ${status}.`);
};

/** The most URLs that IndexNow takes at once. */
export const maxIndexNowUrls = 10_000;

export interface IndexNowOptions {
  /** Where IndexNow is. */
  url: string;
  siteUrl: string;
  /** Served at `/<key>.txt`, which shows that the announcement comes from the site. */
  key: string;
}

/** https://www.indexnow.org/documentation */
export const indexNow =
  (fetch: Fetch, { url, siteUrl, key }: IndexNowOptions): Announce =>
  (paths) =>
    post(
      fetch,
      url,
      'application/json; charset=utf-8',
      JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: `${siteUrl}/${key}.txt`,
        urlList: paths.map((path) => siteUrl + path),
      }),
    );

/** Hubs differ in whether they take several topics at once, so each is sent alone. */
export const maxHubPings = 1;

/** What hubs understand since PubSubHubbub 0.4; WebSub leaves it to them. */
export const webSubHub =
  (fetch: Fetch, hubUrl: string, siteUrl: string): Announce =>
  async (paths) => {
    for (const path of paths) {
      const topic = siteUrl + path;
      const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
      await post(fetch, hubUrl, 'application/x-www-form-urlencoded', form.toString());
    }
  };
