import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Icon } from '#web/components/icon.tsx';
import { UnsupportedError } from '#web/components/markup/attributes.ts';
import { FastElement } from '#web/components/markup/fast-element.tsx';
import { markupOf } from '#web/components/markup/markup-of.ts';
import { PlainNumbers } from '#web/components/plain-numbers.ts';
import type { CardVideo } from '#web/components/video-card/card-video.ts';
import { FooterLinks } from '#web/public/footer.tsx';
import { TagCard } from '#web/public/lists/tag-card.tsx';
import { VideoGrid } from '#web/public/lists/video-grid.tsx';
import { ChoiceGroup, SortAndFilter } from '#web/public/narrowing/sort-and-filter.tsx';
import { runs } from '../../support/random.ts';

function Direct({ children }: { children: ReactNode }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what is tested
  return <div dangerouslySetInnerHTML={{ __html: markupOf(children) }} />;
}

/** React puts the images to preload before everything else, and knows which attribute comes first. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/;
const withoutPreloads = (html: string) => html.replace(preloads, '');
const preloaded = (html: string) =>
  Array.from(preloads.exec(html)?.[0].matchAll(/href="([^"]*)"/g) ?? [], ([, href]) => href);

const expectSame = (node: ReactNode) => {
  const [byReact, direct] = [renderToString(<div>{node}</div>), renderToString(<Direct>{node}</Direct>)];
  expect(withoutPreloads(direct)).toBe(withoutPreloads(byReact));
  expect(preloaded(direct)).toEqual(preloaded(byReact));
};

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(`"'&<>`, '</script>', 'Rooftop', ''));
const url = fc.constantFrom('/art/1.svg', 'https://example.com/a.jpg?b=1&c="', '');
/** Also of the image proxy. */
const picture = fc.oneof(url, fc.constant('/picture/v7-0123456789abcdef0123'));
const video: fc.Arbitrary<CardVideo> = fc
  .record({
    id: fc.integer({ min: 1, max: 1e9 }).map(String),
    title: text,
    alt: text,
    image: picture,
    placeholder: fc.constantFrom('UklGRg==', ''),
    views: fc.option(fc.nat(3_000_000)),
    minutes: fc.option(fc.nat(300)),
    tagWords: text,
    previews: fc.array(url, { minLength: 1 }),
    hasPreviews: fc.boolean(),
  })
  .map(({ previews, hasPreviews, ...card }) => ({ ...card, ...(hasPreviews ? { previews } : {}) }));
const videos = fc.uniqueArray(video, { selector: ({ id }) => id, minLength: 1, maxLength: 6 });

it('writes cards as React renders them', () => {
  fc.assert(
    fc.property(videos, fc.boolean(), fc.boolean(), fc.boolean(), (list, asCategory, isFirst, isPlain) => {
      const grid = <VideoGrid videos={list} label="New" asCategory={asCategory} isFirst={isFirst} />;
      const render = (node: ReactNode) =>
        withoutPreloads(renderToString(<PlainNumbers value={isPlain}>{node}</PlainNumbers>));
      expect(render(<Direct>{grid}</Direct>)).toBe(render(<div>{grid}</div>));
      expectSame(grid);
      expectSame(list.map((each, place) => <TagCard key={each.id} video={each} place={place} isPlain={isPlain} />));
    }),
    { numRuns: runs(30, 200) },
  );
});

it('writes links of the footer and choices as React renders them', () => {
  const link = fc.record({ label: text, to: text.map((path) => `/${path}`) });
  const links = fc.uniqueArray(link, { selector: ({ to }) => to });
  fc.assert(
    fc.property(links, text, fc.option(fc.nat(2_000_000), { nil: undefined }), (list, tag, count) => {
      expectSame(<FooterLinks heading="Browse" links={list} />);
      expectSame(<FooterLinks heading="Popular tags" links={list.map((each) => ({ ...each, tag }))} />);
      const choices = list.map(({ label, to }, place) => ({
        label,
        href: to,
        isSelected: place === 1,
        ...(count === undefined ? {} : { count }),
      }));
      expectSame(<ChoiceGroup label="Also tagged" choices={choices} />);
    }),
    { numRuns: runs(30, 200) },
  );
});

it('writes elements, texts and attributes as React renders them', () => {
  const someText = 'between';
  expectSame(
    <>
      {someText} two {2} {''}
      {null}
      {false}
      <p hidden tabIndex={-1} aria-hidden data-tags={undefined} data-on={false} dir="auto" onClick={() => undefined}>
        {someText}
        <b>{0}</b>
        {['one', 'two']}
      </p>
      <Icon name="heart" size={18} filled />
      <form action="/search" method="get" className="contents">
        <input name="q" defaultValue={'"'} maxLength={200} autoComplete="off" aria-invalid={false} />
        <input type="hidden" name="sort" value="popular" />
        <label htmlFor="q">Search</label>
        <button type="submit" disabled={false} />
      </form>
    </>,
  );
});

it('writes the panel of a list as React renders it', () => {
  const names = [{ slug: 'rooftop', name: 'Rooftop & sky', count: 1234 }];
  const facets = {
    durations: { short: 1, medium: 0, long: 20_000 },
    ages: { day: 0, week: 2, month: 3, year: 4 },
    tags: names,
    performers: names,
    names: { rooftop: 'Rooftop' },
    unknownNames: { mlif: [{ ref: 'milf', name: 'milf' }] },
  };
  const narrowing = { duration: 'long' as const, with: ['rooftop'], without: ['mlif'] };
  const list = { videos: [], page: 1, totalPages: 1, totalRecords: 9, narrowing, facets };
  const panel = (
    <SortAndFilter list={list} path="/tag/x" query={{ q: `a "b" & c` }}>
      <p>The videos</p>
    </SortAndFilter>
  );
  const render = (element: ReactNode) =>
    renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  expect(render(<Direct>{panel}</Direct>)).toBe(render(<div>{panel}</div>));
});

it.each([
  ['a style', <p key="style" style={{ color: 'red' }} />],
  ['a script as a URL', <img key="script" src={['javascript', 'alert(1)'].join(':')} alt="" />],
  ['what belongs into the head', <meta key="meta" name="robots" />],
])('leaves to React what it does not know: %s', (_, unknown) => {
  expect(() => renderToString(<Direct>{unknown}</Direct>)).toThrow(UnsupportedError);
  const fast = renderToString(<FastElement as="div">{unknown}</FastElement>);
  expect(withoutPreloads(fast)).toBe(withoutPreloads(renderToString(<div>{unknown}</div>)));
});

describe('shared content', () => {
  afterEach(() => void vi.unstubAllEnvs());
  const footer = (content: string) =>
    renderToString(
      <FastElement as="footer" contentKey="shared">
        {content}
      </FastElement>,
    );

  it('is rendered again in development, where components change', () => {
    expect([footer('first'), footer('second')]).toEqual(['<footer>first</footer>', '<footer>second</footer>']);
  });

  it('is rendered once', () => {
    vi.stubEnv('DEV', false);
    expect([footer('first'), footer('second')]).toEqual(['<footer>first</footer>', '<footer>first</footer>']);
  });
});

it('a handler given as text, or a link that React checks in another way, is left to React', () => {
  for (const props of [{ onclick: 'alert(1)' }, { xlinkHref: '/a' }])
    expect(() => markupOf(<a {...props}>All videos</a>)).toThrow(UnsupportedError);
});
