import type { Mutant } from '../mutant.ts';

export const catalogueMutants: Mutant[] = [
  {
    file: 'src/domain/posts/save-video.ts',
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
    file: 'src/contract/values/record-kinds.ts',
    find: 'restorableDays = 30;',
    replace: 'restorableDays = 29;',
    harm: 'deleted items are purged a day early',
    tests: ['tests/api/admin/deleted.test.ts', 'tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/catalogue/sitemap.ts',
    find: "'<=', shard * idsPerShard",
    replace: "'<', shard * idsPerShard",
    harm: 'sitemaps leave out the last video of each shard',
    tests: ['tests/api/sitemap-videos.test.ts'],
  },
  {
    file: 'src/domain/catalogue/sitemap.ts',
    find: 'greatest(v.updated_at, v.deleted_at)',
    replace: 'v.updated_at',
    harm: 'a deleted video stays in its sitemap',
    tests: ['tests/api/sitemap-videos.test.ts'],
  },
  {
    file: 'src/domain/posts/save-video.ts',
    find: "      query.selectFrom('performers').select('id').where('deleted_at', 'is not', null),",
    replace: "      query.selectFrom('performers').select('id').where('deleted_at', 'is', null),",
    harm: 'saving a post loses its deleted performers for good',
    tests: ['tests/api/admin/posts.test.ts', 'tests/api/admin/deleted.test.ts'],
  },
  {
    file: 'src/domain/catalogue/videos.ts',
    find: 'const missing = ids.filter((id) => !found.has(id));',
    replace: 'const missing: number[] = [];',
    harm: 'a video whose record is damaged is missing on all pages',
    tests: ['tests/search/records.test.ts'],
  },
];
