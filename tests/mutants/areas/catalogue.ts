import type { Mutant } from '../mutant.ts';

export const catalogueMutants: Mutant[] = [
  {
    file: 'src/domain/catalogue/delete-video.ts',
    find: `    assertVersion('video', before, expectedVersion);
    await deleteRecord`,
    replace: '    await deleteRecord',
    harm: 'a post that somebody else just edited is deleted',
    tests: ['tests/api/admin/directories.test.ts'],
  },
  {
    file: 'src/domain/deleted/deleted-records.ts',
    find: `    assertVersion(word, before, expectedVersion);
`,
    replace: '',
    harm: 'restoring ignores what happened since the list was loaded',
    tests: ['tests/api/admin/deleted.test.ts'],
  },
  {
    file: 'src/contract/values/retention.ts',
    find: 'restorableDays = 30;',
    replace: 'restorableDays = 29;',
    harm: 'deleted items are purged a day early',
    tests: ['tests/api/admin/deleted.test.ts', 'tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/catalogue/sitemap-videos.ts',
    find: 'from = last.id + 1;',
    replace: 'from = last.id;',
    harm: 'sitemaps list a video twice at each batch',
    tests: ['tests/api/sitemap-videos.test.ts'],
  },
  {
    file: 'src/domain/catalogue/sitemap-videos.ts',
    find: '!last || videos.length < batchSize',
    replace: '!last || videos.length <= batchSize',
    harm: 'sitemaps end after the first thousand videos',
    tests: ['tests/api/sitemap-videos.test.ts'],
  },
  {
    file: 'src/domain/catalogue/save-video.ts',
    find: "      query.selectFrom('performers').select('id').where('deleted_at', 'is not', null),",
    replace: "      query.selectFrom('performers').select('id').where('deleted_at', 'is', null),",
    harm: 'saving a post loses its deleted performers for good',
    tests: ['tests/api/admin/posts.test.ts', 'tests/api/admin/deleted.test.ts'],
  },
  {
    file: 'src/domain/catalogue/video-cache.ts',
    find: 'if (changes === before) cached.set',
    replace: 'cached.set',
    harm: 'a page shows an old title until the next change',
    tests: ['tests/api/video-cache.test.ts'],
  },
];
