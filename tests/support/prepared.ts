import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Prepared } from './global-setup.ts';

/** Without a time limit: the set-up answers once it is done or has failed, and the connection breaks if its process ends. */
const askSetUp = (url: string) =>
  new Promise<Prepared>((resolve, reject) => {
    get(url, async (response) => {
      const body = await text(response);
      if (response.statusCode === 200) resolve(JSON.parse(body));
      else reject(new Error(`The set-up of the tests has failed: ${body}`));
    }).once('error', reject);
  });

const setUpUrl = inject('setUpUrl') as string | undefined;

/**
 * The PostgreSQL server of the tests. Whatever imports this waits until the pages are built and the browser is unpacked, too. Tests of
 * faults and clusters have no set-up: some import modules that could use it, but start servers of their own.
 */
export const prepared = setUpUrl === undefined ? ({} as Prepared) : await askSetUp(setUpUrl);
