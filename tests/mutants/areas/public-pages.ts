import type { Mutant } from '../mutant.ts';

export const publicPageMutants: Mutant[] = [
  {
    file: 'src/web/public/use-focus-on-arrival.ts',
    find: `    content.current?.focus({ preventScroll: true });
`,
    replace: '',
    harm: 'a screen reader stays silent after a click on a link',
    tests: ['tests/e2e/visits.test.ts', 'tests/spec/public/urls.test.ts'],
  },
  {
    file: 'src/web/public/search/use-suggestions.ts',
    find: 'const pauseInTyping = 150;',
    replace: 'const pauseInTyping = 0;',
    harm: 'every key typed is a request',
    tests: ['tests/spec/public/suggestions.test.ts'],
  },
  {
    file: 'src/web/public/local-cache.ts',
    find: 'maxAgeMs = 600_000',
    replace: 'maxAgeMs = 6_000_000',
    harm: 'the same tags are shown for hours',
    tests: ['tests/spec/public/home.test.ts', 'tests/spec/public/footer.test.ts'],
  },
  {
    file: 'src/web/public/favourites/stores.ts',
    find: 'const maxHistory = 100;',
    replace: 'const maxHistory = 10;',
    harm: 'the history forgets all but ten videos',
    tests: ['tests/e2e/favourites-and-history.test.ts'],
  },
  {
    file: 'src/web/public/navigation/use-slash-key.ts',
    find: 'event.ctrlKey || event.metaKey || event.altKey || ',
    replace: '',
    harm: 'shortcuts of the browser open the search',
    tests: ['tests/spec/public/navigation-bar.test.ts'],
  },
  {
    file: 'src/web/public/video/related-videos.tsx',
    find: 'limit: 16, exclude: video.id',
    replace: 'limit: 16',
    harm: 'a video is related to itself',
    tests: ['tests/spec/public/video.test.ts'],
  },
  {
    file: 'src/web/public/page-number.ts',
    find: 'throw redirect(firstPageHref, 301)',
    replace: 'throw redirect(firstPageHref)',
    harm: 'search engines keep two URLs of a first page',
    tests: ['tests/spec/public/urls.test.ts', 'tests/spec/public/lists.test.ts', 'tests/e2e/crawl.test.ts'],
  },
  {
    file: 'src/web/components/pagination.tsx',
    find: "aria-current={number === page ? 'page' : undefined}",
    replace: '',
    harm: 'the current page is not marked',
    tests: ['tests/spec/public/lists.test.ts'],
  },
];
