import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { bodyOf, type Encoding, type KeptPage, keptPage, makeSmall, type RenderedPage } from './kept-page.ts';
import { createPageStore } from './page-store.ts';
import { Overloaded } from './render-queue.ts';
import { keysOf } from './shown-keys.ts';

export interface PageCacheOptions {
  mostBytes: number;
  index: Pick<CatalogueIndex, 'onChange'>;
  render: (address: string) => Promise<RenderedPage>;
  /** Told of a page that could not be made anew behind the scenes. */
  onProblem: (problem: unknown, address: string) => void;
}

export interface PageCache {
  /** The page where it is at hand. One that has grown old is given out once more and made anew meanwhile. */
  atHand: (address: string, encoding: Encoding) => KeptPage | undefined;
  /** The page, made where it is not at hand, once for all who ask at the same time. */
  page: (address: string, encoding: Encoding) => Promise<KeptPage>;
  /** Its body in an encoding, which is kept from then on. */
  body: (address: string, page: KeptPage, encoding: Encoding) => Promise<Buffer>;
  stats: () => { pages: number; bytes: number };
}

/** Views and random sets may be this old. */
const freshMs = 60_000;
/** A page older than this is not given out any more. */
const longestMs = 600_000;
/** Nobody follows a link of this length twice. */
const longestAddress = 500;

const isKeepable = (status: number) => status < 400 || status === 404;

/** A page being made, and what changed since it was begun. */
interface Begun {
  changed: Set<string>;
  everythingChanged: boolean;
}

export const createPageCache = ({ mostBytes, index, render, onProblem }: PageCacheOptions): PageCache => {
  const store = createPageStore(mostBytes, (address, page) => {
    makeSmall(page).then(
      () => store.measure(address, page),
      (problem: unknown) => onProblem(problem, address),
    );
  });
  const making = new Map<string, Promise<KeptPage>>();
  const unfinished = new Set<Begun>();

  index.onChange((touched) => {
    const keys = touched === 'everything' || touched.renamed ? undefined : keysOf(touched);
    if (keys) store.drop(keys);
    else store.clear();
    for (const begun of unfinished) {
      if (keys) for (const key of keys) begun.changed.add(key);
      else begun.everythingChanged = true;
    }
    // Whoever asks from now on gets a page that was begun after the change.
    making.clear();
  });

  const finish = async (address: string, encoding: Encoding, begun: Begun): Promise<KeptPage> => {
    const rendered = await render(address);
    const page = await keptPage(rendered, encoding);
    const upToDate = !begun.everythingChanged && begun.changed.isDisjointFrom(page.keys);
    if (rendered.shown.whole && upToDate && isKeepable(page.status) && address.length <= longestAddress)
      store.set(address, page);
    return page;
  };

  const make = (address: string, encoding: Encoding): Promise<KeptPage> => {
    const begun: Begun = { changed: new Set(), everythingChanged: false };
    unfinished.add(begun);
    const page = finish(address, encoding, begun).finally(() => {
      unfinished.delete(begun);
      if (making.get(address) === page) making.delete(address);
    });
    making.set(address, page);
    return page;
  };

  const makeAnew = (address: string, encoding: Encoding) =>
    make(address, encoding).catch((problem: unknown) => {
      if (!(problem instanceof Overloaded)) onProblem(problem, address);
    });

  const atHand = (address: string, encoding: Encoding) => {
    const page = store.get(address);
    if (!page) return undefined;
    const age = Date.now() - page.madeAt;
    if (age > longestMs) return undefined;
    if (age > freshMs && !making.has(address)) void makeAnew(address, encoding);
    return page;
  };

  return {
    atHand,
    page: async (address, encoding) =>
      atHand(address, encoding) ?? (await (making.get(address) ?? make(address, encoding))),
    body: async (address, page, encoding) => {
      const isNew = page.bodies[encoding] === undefined;
      const body = await bodyOf(page, encoding);
      if (isNew) store.measure(address, page);
      return body;
    },
    stats: store.stats,
  };
};
