import type { Announce } from './deliver-announcements.ts';

const timeoutMs = 30_000;

const maxResponseBytes = 64 * 1024;

/** Cancelling a body closes the connection that the next request may be about to use. */
const drain = async (body: Response['body']) => {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) return;
  }
};

const post = async (url: string, type: string, body: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await drain(response.body);
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
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
  ({ url, siteUrl, key }: IndexNowOptions): Announce =>
  (paths) =>
    post(
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
  (hubUrl: string, siteUrl: string): Announce =>
  async (paths) => {
    for (const path of paths) {
      const topic = siteUrl + path;
      const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
      await post(hubUrl, 'application/x-www-form-urlencoded', form.toString());
    }
  };
