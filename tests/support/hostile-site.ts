import { beforeAll } from 'vitest';
import { tidyName } from '#contract/values/names.ts';
import { storeHostileTexts } from './hostile-catalogue.ts';
import { fragments, hostile, kinds } from './hostile-fragments.ts';
import { demoSite, type VisitorOptions } from './public-site.ts';
import { callerOf } from './sign-in.ts';
import { signInAt } from './signed-in-browser.ts';
import { watch } from './watched-page.ts';

/** The user agent of the signed-in admin. */
export const userAgent = `browser ${fragments[1]}`;

/** A site whose texts are all hostile, and a browser for one test file. */
export const hostileSite = () => {
  const demo = demoSite({ seedDemo: false }, { loadsImages: true });
  let stored: Awaited<ReturnType<typeof storeHostileTexts>>;
  let signedIn: VisitorOptions;
  let caller: ReturnType<typeof callerOf>;

  beforeAll(async () => {
    const { url, config } = demo.site;
    const session = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '', userAgent);
    signedIn = { session };
    caller = callerOf(demo.site, session.cookie);
    stored = await storeHostileTexts(url, session.cookie);
  });

  const watchedPage = async (options: VisitorOptions = {}) => {
    const page = await demo.visitor({ ...options, isNew: true });
    return { page, ran: await watch(page) };
  };

  return {
    demo,
    get stored() {
      return stored;
    },
    call: (...request: Parameters<typeof caller>) => caller(...request),
    watchedPage,
    watchedAdminPage: () => watchedPage(signedIn),
  };
};

const beginning = 90;

/** The texts that a screen does not show, at least their beginnings. */
export const missingFrom = (texts: string[], wanted: string[]) =>
  wanted.filter((text) => {
    const begun = text.replace(/\s+/g, ' ').slice(0, beginning);
    return !texts.some((shown) => shown.includes(begun));
  });

/** The hostile texts of these fields, of every kind. */
export const all = (...fields: string[]) => fields.flatMap((field) => kinds.map((kind) => hostile(field, kind)));

/** As stored names of tags and performers. */
export const names = (...fields: string[]) => all(...fields).map(tidyName);
