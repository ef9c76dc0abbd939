import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let cookie: string;
beforeAll(async () => {
  site = await startTestSite();
  ({ cookie } = await createSignedInAdmin(site, 'main_admin'));
  call = callerOf(site, cookie);
});
afterAll(() => site.stop());

type Row = [call: string, body: object | undefined, message: string | RegExp];

const url = 'https://example.com/x';
const post = { imageUrl: url, titel: 'Harbour', link: url, Category: 'english' };
const noTexts = { title: '', description: '', introduction: '' };
const badUrls = [
  '',
  'nonsense',
  'javascript:alert(1)',
  'ftp://example.com',
  '//example.com',
  'https://',
  'http://a b',
  `${url}/${'x'.repeat(2000)}`,
  7,
  null,
];

const badIds = (prefix: string, suffix = '', body?: object): Row[] => [
  [`${prefix}/abc${suffix}`, body, 'id must be a decimal number.'],
  [`${prefix}/-1${suffix}`, body, 'id must be a decimal number.'],
  [`${prefix}/9999999999999999999${suffix}`, body, 'id must be a decimal number.'],
];

/** `label` is what the sentence calls the field. */
const badTexts = (method: string, base: object, field: string, length: number, label = field): Row[] => [
  [
    method,
    { ...base, [field]: 'x'.repeat(length + 1) },
    `The ${label} may have at most ${length.toLocaleString('en-US')} characters.`,
  ],
  [method, { ...base, [field]: 'a\u0000b' }, `The ${label} must not contain control characters or invalid Unicode.`],
  [method, { ...base, [field]: 7 }, `The ${label} must be text.`],
];

const required = (method: string, base: Record<string, unknown>, fields: Record<string, string>): Row[] =>
  Object.entries(fields).flatMap(([field, sentence]): Row[] => [
    [method, Object.fromEntries(Object.entries(base).filter(([key]) => key !== field)), sentence],
    [method, { ...base, [field]: '' }, field === 'Category' ? /^Choose a|^The category must be one of/ : sentence],
  ]);

const badUrlSentence = /^(Enter an? |The \S*( URL)? ?(must be (text|a full URL)|may have at most 2,000))/;

/** A link is optional. */
const isNotBlank = (value: unknown) => value !== '';

const urls = (method: string, base: object, field: string): Row[] =>
  badUrls.map((value): Row => [method, { ...base, [field]: value }, badUrlSentence]);

const bodies = (method: string, base: object): Row[] => [
  [method, undefined, /^Enter an? /],
  [method, { ...base, isAdmin: true }, 'isAdmin is not a known field.'],
];

const edits = (method: string): Row[] => [
  [method, {}, 'Send at least one field to change.'],
  [method, { nonsense: 1 }, 'nonsense is not a known field.'],
  [method, { version: 0 }, 'The version must be a whole number from 1 to 2,147,483,647.'],
  [method, { version: '1' }, 'The version must be a whole number from 1 to 2,147,483,647.'],
];

const badNameKind = 'kind must be one of tag, performer.';

const badBulkChanges = (method: string): Row[] => {
  const change = { kind: 'delete' };
  return [
    [method, {}, 'change is required.'],
    [method, { change }, 'Send either the ids of posts or a filter.'],
    [method, { ids: [], change }, 'The posts must not be empty.'],
    [method, { ids: ['x'], change }, 'ids must be a decimal number.'],
    [method, { ids: ['1'], filter: {}, change }, 'Send either the ids of posts or a filter.'],
    [
      method,
      { filter: { state: 'lost' }, change },
      'filter.state must be one of published, draft, scheduled, withheld, any.',
    ],
    [method, { filter: { nonsense: 1 }, change }, 'filter.nonsense is not a known field.'],
    [method, { ids: ['1'], change: { kind: 'paint' } }, /^change\.kind must be one of /],
    [method, { ids: ['1'], change: { kind: 'addTags' } }, 'Enter at least one tag.'],
    [method, { ids: ['1'], change: { kind: 'addTags', tags: [' '] } }, 'Enter a tag.'],
    [method, { ids: ['1'], change: { kind: 'setPartner', partner: 'x' } }, 'partner must be a decimal number.'],
  ];
};

const network = { name: 'Row', url };
const link = { title: 'Reel', url };

const rows: Row[] = [
  ...bodies('POST /postdata', post),
  ...required('POST /postdata', post, {
    imageUrl: 'Enter an image URL.',
    titel: 'Enter a title.',
    Category: 'Choose a category.',
  }),
  ...badTexts('POST /postdata', post, 'titel', 300, 'title'),
  ...badTexts('POST /postdata', post, 'altKeywords', 1000, 'alt keywords'),
  ...badTexts('POST /postdata', post, 'desc', 10_000, 'description'),
  ...badUrls.filter(isNotBlank).map((link): Row => ['POST /postdata', { ...post, link }, badUrlSentence]),
  ...urls('POST /postdata', post, 'imageUrl'),
  ['POST /postdata', { ...post, titel: ' \t ' }, 'Enter a title.'],
  ['POST /postdata', { ...post, Category: 'french' }, 'The category must be one of english, indian, hijabi, viral.'],
  ...[-1, 1.5, 100_001, 'ten', [], true].map(
    (minutes): Row => [
      'POST /postdata',
      { ...post, minutes },
      'The length must be a whole number of minutes from 0 to 100,000.',
    ],
  ),
  ['POST /postdata', { ...post, tags: 'boats' }, 'The tags must be a list.'],
  ['POST /postdata', { ...post, tags: [''] }, 'Enter a tag.'],
  ['POST /postdata', { ...post, tags: ['???'] }, 'A tag must contain a letter or a digit.'],
  ['POST /postdata', { ...post, tags: ['--'] }, 'A tag must contain a letter or a digit.'],
  ['POST /postdata', { ...post, tags: Array(101).fill('a') }, 'The tags may have at most 100 entries.'],
  ['POST /postdata', { ...post, tags: ['x'.repeat(101)] }, 'The tag may have at most 100 characters.'],
  ['POST /postdata', { ...post, name: ['🎬'] }, 'A name must contain a letter or a digit.'],
  ['POST /postdata', { ...post, name: [7] }, 'Enter at most 50 names of stars, each with at most 100 characters.'],
  [
    'POST /postdata',
    { ...post, iframeUrl: '<iframe></iframe>' },
    'The embed code must contain an iframe with an https src.',
  ],
  [
    'POST /postdata',
    { ...post, iframeUrl: '<iframe src="http://example.com"></iframe>' },
    'The embed code must contain an iframe with an https src.',
  ],
  [
    'POST /postdata',
    { ...post, iframeUrl: '<script src="https://example.com/x.js"></script>' },
    'The embed code must contain an iframe with an https src.',
  ],
  ['POST /postdata', { ...post, iframeUrl: 'javascript:alert(1)' }, /^The embed code must be iframe HTML, or a URL/],
  ['POST /postdata', { ...post, previewUrls: '/art/1.svg' }, 'The previews must be a list.'],
  ['POST /postdata', { ...post, previewUrls: Array(9).fill(url) }, 'The previews may have at most 8 entries.'],
  ['POST /postdata', { ...post, previewUrls: ['javascript:alert(1)'] }, /^The preview URL must be a full URL/],
  ['POST /postdata', { ...post, previewUrls: [''] }, 'Enter a preview URL.'],
  ...edits('PUT /updatepost/1'),
  ...badUrls.filter(isNotBlank).map((link): Row => ['PUT /updatepost/1', { link }, badUrlSentence]),
  ...badIds('GET /posts'),
  ['GET /calendar', undefined, 'from is required.'],
  ['GET /calendar?from=soon&to=later', undefined, 'from must be a time such as 2026-01-31T12:00:00Z.'],
  ['PUT /updatepost/1', { titel: '' }, 'Enter a title.'],
  ...badIds('PUT /updatepost', '', { titel: 'x' }),
  ...badIds('DELETE /deletepost'),
  ...badIds('DELETE /deletedata'),
  ['DELETE /deletepost/1', { nonsense: 1 }, 'nonsense is not a known field.'],
  ...badIds('POST /deleted/posts', '/restore'),
  ['POST /deleted/admins/1/restore', undefined, 'kind must be one of posts, stars, networks, channels, terabox.'],
  ['POST /deleted/posts/1/restore', { version: 0 }, 'The version must be a whole number from 1 to 2,147,483,647.'],
  ['GET /deleted/nonsense', undefined, 'kind must be one of posts, stars, networks, channels, terabox.'],
  ['GET /deleted/posts?page=0', undefined, 'page must be a whole number from 1 to 1,000,000,000.'],
  ['GET /deleted/posts?limit=1001', undefined, 'limit must be a whole number from 1 to 1,000.'],
  [
    'GET /similarposts?link=nonsense',
    undefined,
    'The link must be a full URL such as https://example.com/page, without spaces or quotes.',
  ],
  [`GET /similarposts?titel=${'x'.repeat(301)}`, undefined, 'The title may have at most 300 characters.'],
  ['GET /similarposts?exclude=x', undefined, 'exclude must be a decimal number.'],
  ['GET /stars?limit=1001', undefined, 'limit must be a whole number from 1 to 1,000.'],
  ['GET /stars?letter=AB', undefined, 'letter must be a letter from A to Z, or all.'],
  ...bodies('POST /stars', { name: 'Star' }),
  ...required('POST /stars', { name: 'Star' }, { name: 'Enter a name.' }),
  ...badTexts('POST /stars', { name: 'Star' }, 'name', 100),
  ['POST /stars', { name: '!!!' }, 'A name must contain a letter or a digit.'],
  [
    'POST /stars',
    { name: 'Star', image: 'nonsense' },
    'The image must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.',
  ],
  ['POST /stars', { name: 'Star', category: 'french' }, /^The category must be one of /],
  ...badTexts('POST /stars', { name: 'Star' }, 'description', 10_000),
  ...edits('PUT /stars/1'),
  ...badIds('PUT /stars', '', { name: 'x' }),
  ...badIds('DELETE /stars'),
  ...bodies('POST /networks', network),
  ...required('POST /networks', network, { name: 'Enter a name.', url: 'Enter a URL.' }),
  ...badTexts('POST /networks', network, 'name', 200),
  ...badTexts('POST /networks', network, 'description', 2000),
  ...urls('POST /networks', network, 'url'),
  [
    'POST /networks',
    { ...network, logo: 'data:image/png;base64,AA' },
    'The logo must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.',
  ],
  ['POST /networks', { ...network, category: 'gaming' }, /^The category must be one of /],
  ...edits('PUT /networks/1'),
  ...badIds('PUT /networks', '', network),
  ...badIds('DELETE /networks'),
  ...bodies('POST /channels', network),
  ...required('POST /channels', network, { name: 'Enter a name.', url: 'Enter a URL.' }),
  ...urls('POST /channels', network, 'url'),
  [
    'POST /channels',
    { ...network, thumbnail: 'nonsense' },
    'The thumbnail must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.',
  ],
  ['POST /channels', { ...network, category: 'social' }, /^The category must be one of /],
  ...[-1, 1.5, 1e15, '7'].map(
    (subscribers): Row => [
      'POST /channels',
      { ...network, subscribers },
      'The number of subscribers must be a whole number from 0 to 100,000,000,000.',
    ],
  ),
  ...edits('PUT /channels/1'),
  ...badIds('PUT /channels', '', network),
  ...badIds('DELETE /channels'),
  ...bodies('POST /terabox', link),
  ...required('POST /terabox', link, { title: 'Enter a title.', url: 'Enter a URL.' }),
  ...urls('POST /terabox', link, 'url'),
  ...badTexts('POST /terabox', link, 'size', 50),
  ['POST /terabox', { ...link, category: 'video' }, /^The category must be one of /],
  ['POST /terabox', { ...link, fileType: 'videos' }, /^The file type must be one of /],
  ...edits('PUT /terabox/1'),
  ...badIds('PUT /terabox', '', link),
  ...badIds('DELETE /terabox'),
  ...badIds('POST /submissions', '/approve'),
  ['POST /submissions/1/approve', { reason: 'x' }, 'reason is not a known field.'],
  ...badIds('POST /submissions', '/reject', { reason: 'Loud' }),
  ['POST /submissions/1/reject', {}, 'Enter a reason.'],
  ['POST /submissions/1/reject', { reason: ' ' }, 'Enter a reason.'],
  ['POST /submissions/1/reject', { reason: 'x'.repeat(1001) }, 'The reason may have at most 1,000 characters.'],
  ...badIds('POST /submissions', '/paid'),
  ...badIds('POST /submissions', '/deactivate'),
  ...badIds('POST /submissions', '/activate'),
  ['PUT /settings', { heading: '\ud800' }, 'The heading must not contain control characters or invalid Unicode.'],
  ['PUT /settings', { sponsoredLink: 'x' }, 'The sponsored link must be an object with a label and a URL.'],
  ['PUT /settings', { sponsoredLink: { color: '\ud800' } }, /color is not a known field\.$/],
  ['PUT /settings', { minPasswordLength: 5 }, 'The minimum length of passwords must be a whole number from 6 to 20.'],
  ['PUT /settings', { banners: ['x'] }, 'Each banner needs an image and a URL.'],
  ['PUT /settings', { banners: [{}] }, 'Enter a banner image.'],
  ['PUT /settings', { banners: '' }, 'The banners must be a list.'],
  [
    'PUT /settings',
    { sponsoredLink: { label: 'x', url: '/\\evil.example' } },
    /^The URL of the sponsored link must be/,
  ],
  [
    'PUT /settings',
    { siteName: 'Night Shelf', sponsoredLink: { label: 'x', url: 'javascript:alert(1)' } },
    'The URL of the sponsored link must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.',
  ],
  ['GET /audit?limit=201', undefined, 'limit must be a whole number from 1 to 200.'],
  ['GET /audit?before=x', undefined, 'before must be a decimal number.'],
  ['GET /audit?from=yesterday', undefined, 'from must be a time such as 2026-01-31T12:00:00Z.'],
  ['GET /audit?action=Drop', undefined, 'action may contain lowercase letters and underscores.'],
  ['GET /outbox?status=lost', undefined, 'status must be one of waiting, sent, failed.'],
  ['GET /outbox?limit=0', undefined, 'limit must be a whole number from 1 to 200.'],
  ...badIds('POST /outbox', '/retry'),
  ...badIds('GET /seo-checks'),
  ...badIds('POST /seo-checks', '/cancel'),
  ['GET /list-texts?kind=page', undefined, 'kind must be one of list, category, tag, performer.'],
  ['GET /list-texts?limit=0', undefined, /^limit must be a whole number/],
  ['GET /searches?days=0', undefined, 'days must be a whole number from 1 to 90.'],
  ['GET /searches?outcome=some', undefined, 'outcome must be one of any, nothing.'],
  ['GET /synonyms?page=0', undefined, /^page must be a whole number/],
  ['POST /synonyms', {}, 'Enter a synonym.'],
  ['POST /synonyms', { words: ['a', 7] }, 'The word or phrase must be text.'],
  ['POST /synonyms', { words: ['a', 'b'], text: 'c' }, 'text is not a known field.'],
  ['PUT /synonyms/1', {}, 'Send at least one field to change.'],
  ...badIds('PUT /synonyms', '', { words: ['a', 'b'] }),
  ...badIds('DELETE /synonyms'),
  ['GET /search-redirects?limit=0', undefined, /^limit must be a whole number/],
  ['POST /search-redirects', { path: '/tags' }, 'Enter a search text.'],
  ['POST /search-redirects', { text: 'a', path: 7 }, 'The path must be text.'],
  ['PUT /search-redirects/1', { path: '' }, 'Enter a path.'],
  ...badIds('PUT /search-redirects', '', { path: '/tags' }),
  ...badIds('DELETE /search-redirects'),
  ['PUT /list-texts/page/milf', {}, /^kind must be one of/],
  ['PUT /list-texts/list/new-content', {}, /^Enter a title/],
  ['PUT /list-texts/list/new-content', { ...noTexts, title: 'x'.repeat(121) }, /title/],
  ['PUT /list-texts/list/new-content', { ...noTexts, description: 7 }, /description/],
  ...badIds('DELETE /admin/me/sessions'),
  ...badIds('DELETE /admin/sessions'),
  ...badIds('DELETE /admin'),
  ...badIds('DELETE /admin', '/sessions'),
  ...badIds('PATCH /admin', '/toggle-status'),
  ['PATCH /admin/1/toggle-status', { role: 'main_admin' }, 'role is not a known field.'],
  ['POST /admin/create', {}, 'Enter a username.'],
  ['POST /admin/me/password', { currentPassword: 'x' }, 'Enter a password.'],
  ['POST /admin/me/proof', {}, 'Enter a password.'],
  ['PUT /settings', { requireSecondFactor: 'yes' }, 'The requirement of a second factor must be true or false.'],
  ['PUT /settings', { contactEmail: 'x' }, 'Enter an email address such as name@example.com.'],
  ['PUT /settings', { pageTexts: { terms: ' ' } }, 'Enter a text of the page “Terms”.'],
  ['PUT /settings', { pageTexts: { terms: 'x'.repeat(20_001) } }, /text of the page “Terms” .*20,?000/],
  ['PUT /settings', { pageTexts: { imprint: 'x' } }, 'pageTexts.imprint is not a known field.'],
  ['PUT /settings', { operator: { name: 'a\nb' } }, 'The legal name of the operator must be one line of text.'],
  ['PUT /settings', { operator: { copyrightAgentEmail: 'x' } }, 'Enter an email address such as name@example.com.'],
  ['POST /info-pages/preview', { text: 'x'.repeat(20_001), operator: {}, contactEmail: '' }, /20,?000/],
  ['POST /info-pages/preview', { text: 7, operator: {}, contactEmail: '' }, /text/],
  [
    'PUT /settings',
    { securityContact: 'x' },
    'The security contact must be an email or a URL that starts with https://.',
  ],
  [
    'PUT /settings',
    { securityPolicyUrl: 'x' },
    'The URL of the security policy must be a URL that starts with https://.',
  ],
  ['POST /adminlogin/code', {}, 'Enter a code.'],
  ...badTexts('POST /adminlogin/code', {}, 'code', 40),
  ['POST /adminlogin/passkey', {}, 'Enter a passkey.'],
  ['POST /adminlogin/passkey', { passkey: 'x' }, 'The passkey must be an object.'],
  ['POST /adminlogin/passkey', { passkey: { id: 'a b', response: {} } }, 'The id of the passkey must be base64url.'],
  ['PUT /admin/me/authenticator-app', { code: ' ' }, 'Enter a code.'],
  ['POST /admin/me/proof/passkey', {}, 'Enter a passkey.'],
  ['POST /admin/me/passkeys', { name: 'Laptop' }, 'Enter a passkey.'],
  ['POST /admin/me/passkeys', { name: 'Laptop', passkey: { id: 'x' } }, 'Enter a response of the passkey.'],
  ...badTexts('PATCH /admin/me/passkeys/1', {}, 'name', 60),
  ...badIds('PATCH /admin/me/passkeys', '', { name: 'Laptop' }),
  ...badIds('DELETE /admin/me/passkeys'),
  ...badIds('DELETE /admin', '/second-factor'),
  ...badIds('PATCH /admin', '', { role: 'admin' }),
  ['PATCH /admin/1', { role: 'owner' }, 'role must be one of main_admin, admin, editor, moderator, finance.'],
  ['PATCH /admin/1', { email: 'x' }, 'Enter an email address such as name@example.com.'],
  ...badIds('POST /admin', '/password', { password: 'violet-lamp-7' }),
  ['POST /admin/1/password', {}, 'Enter a password.'],
  ['GET /dashboard/charts?days=8', undefined, 'Choose 7, 30, 90, 365 days.'],
  ['GET /results?days=8', undefined, 'Choose 7, 30, 90, 365 days.'],
  ['GET /results?by=host', undefined, /by must be one of partner, source/],
  ['GET /results/days?id=x', undefined, 'id must be a decimal number.'],
  ['GET /results/export?format=xml', undefined, 'format must be csv or jsonl.'],
  ['GET /posts?state=lost', undefined, 'state must be one of published, draft, scheduled, withheld.'],
  ['GET /posts?sort=size', undefined, /^sort must be one of /],
  ['GET /posts?limit=101', undefined, 'limit must be a whole number from 1 to 100.'],
  ['GET /posts?addedFrom=2026-13-01', undefined, 'addedFrom must be a day such as 2026-11-16.'],
  ['GET /posts?viewsFrom=-1', undefined, 'viewsFrom must be a whole number that is not negative.'],
  ['GET /posts?viewsTo=many', undefined, /^viewsTo must be a whole number/],
  ['GET /posts?partner=x', undefined, 'partner must be a decimal number.'],
  ['GET /posts?import=last', undefined, 'import must be a decimal number.'],
  ['GET /posts?without=title', undefined, /^without must be one of /],
  ['POST /postviews', { query: 'tag=a' }, 'Enter a name.'],
  ['POST /postviews', { name: 'Mine' }, 'Enter a query.'],
  ['POST /postviews', { name: 'Mine', query: 'a b' }, /^query must be the encoded part of a URL/],
  ...badTexts('POST /postviews', { query: '' }, 'name', 60),
  ...badIds('DELETE /postviews'),
  ...['POST /bulk-changes/preview', 'POST /bulk-changes'].flatMap(badBulkChanges),
  ['GET /bulk-changes?page=0', undefined, /^page must be a whole number/],
  ...badIds('GET /imports', '/problems'),
  ...badIds('GET /bulk-changes'),
  ...badIds('GET /bulk-changes', '/skipped'),
  ['GET /bulk-changes/1/skipped?limit=0', undefined, /^limit must be a whole number/],
  ...badIds('POST /bulk-changes', '/stop'),
  ...badIds('POST /bulk-changes', '/undo'),
  ['GET /imports?page=0', undefined, /^page must be a whole number/],
  ['GET /imports?source=x', undefined, 'source must be a decimal number.'],
  ...badIds('GET /imports'),
  ...badIds('GET /imports', '/events'),
  ['POST /imports', { source: 'x', fileName: 'feed.csv', bytes: 1 }, 'source must be a decimal number.'],
  ['POST /imports', { source: '1', fileName: 'feed.csv', bytes: 0 }, /^The size must be a whole number from 1 to /],
  ...badTexts('POST /imports', { source: '1', bytes: 1 }, 'fileName', 200, 'file name'),
  ['POST /imports/1/parts', undefined, /offset/],
  ['POST /imports/1/parts?offset=-1', undefined, /^offset must be a whole number from 0 to /],
  ['POST /imports/from-url', { source: '1', url: 'ftp://example.com/feed' }, badUrlSentence],
  ...badIds('POST /imports', '/preview', {}),
  ['POST /imports/1/preview', { format: { kind: 'pdf', encoding: 'utf-8' } }, /^format\.kind must be one of /],
  ['POST /imports/1/preview', { mapping: { colour: { columns: ['a'] } } }, 'mapping.colour is not a known field.'],
  ['POST /imports/1/preview', { mapping: { title: { columns: [] } } }, /columns must not be empty/],
  ...badIds('POST /imports', '/check'),
  ...badIds('POST /imports', '/run', {}),
  ['POST /imports/1/run', { takeDown: 0 }, /^The number of posts to take down must be a whole number from 1 to /],
  ...badIds('POST /imports', '/stop'),
  ...badIds('POST /imports', '/undo'),
  ...badIds('DELETE /imports'),
  ['GET /imports/1/rows', undefined, /outcome/],
  ['GET /imports/1/rows?outcome=lost', undefined, /outcome must be one of /],
  ['GET /imports/1/rows?outcome=bad&after=x', undefined, 'after must be a decimal number.'],
  ['GET /imports/1/rows.csv?outcome=lost', undefined, /outcome must be one of /],
  ...badIds('GET /import-sources'),
  ['POST /import-sources', { name: ' ' }, 'Enter a name.'],
  ...badTexts('POST /import-sources', {}, 'name', 100),
  ['POST /import-sources', { name: 'Reel', url: 'nonsense' }, badUrlSentence],
  ['PUT /import-sources/1', { name: 'Reel' }, /version/],
  ['PUT /import-sources/1', { version: 1, everyMinutes: 1 }, 'everyMinutes must be a whole number from 5 to 10,080.'],
  ['PUT /import-sources/1', { version: 1, policies: { addNew: true } }, /policies/],
  ...badIds('DELETE /import-sources'),
  ...badIds('POST /import-sources', '/fetch'),
  ...badIds('PUT /import-sources', '/login', { username: '', secret: '' }),
  ...badTexts('PUT /import-sources/1/login', { secret: '' }, 'username', 200, 'user name'),
  ...badTexts('PUT /import-sources/1/login', { username: '' }, 'secret', 1000),
  ['GET /names/list/boats', undefined, badNameKind],
  [`GET /names/tag/${'x'.repeat(201)}`, undefined, 'The slug may have at most 200 characters.'],
  ['POST /names/list/boats/rename', { name: 'Ships' }, badNameKind],
  ...badTexts('POST /names/tag/boats/rename', {}, 'name', 100),
  ['POST /names/tag/boats/rename', {}, 'Enter a name.'],
  ['POST /names/tag/boats/rename', { name: 'Ships', version: 0 }, /^The version must be a whole number/],
  ['POST /names/tag/boats/merge', { from: [] }, 'The names must not be empty.'],
  ['POST /names/tag/boats/merge', { from: 'ships' }, 'The names must be a list.'],
  ['POST /names/tag/boats/merge', { from: Array(101).fill('ships') }, 'The names may have at most 100 entries.'],
  ['POST /names/tag/boats/aliases', { name: ' ' }, 'Enter a name.'],
  ['POST /names/tag/boats/split', {}, 'Enter a slug.'],
  ['PUT /names/tag/boats/description', { image: '', description: 7 }, 'The description must be text.'],
  ['PUT /names/tag/boats/description', { image: 'nonsense', description: '' }, /^The image must be a full URL/],
  [`DELETE /tags/${'x'.repeat(201)}`, undefined, 'The slug may have at most 200 characters.'],
  ['GET /name-changes?kind=list', undefined, badNameKind],
  ...badIds('GET /name-changes'),
  ...badIds('POST /name-changes', '/undo'),
  ['GET /duplicate-names/list', undefined, badNameKind],
  ['GET /duplicate-names/tag?page=0', undefined, /^page must be a whole number/],
  ['POST /names/list/new', { names: [] }, badNameKind],
  ['POST /names/tag/new', { names: 'boats' }, 'The names must be a list.'],
  ['POST /duplicate-names/tag/distinct', { one: 'boats' }, 'Enter a slug.'],
  ...['networks', 'channels', 'terabox'].flatMap((path): Row[] => [
    [`GET /${path}/search?page=0`, undefined, /^page must be a whole number/],
    [`GET /${path}/search?limit=1001`, undefined, 'limit must be a whole number from 1 to 1,000.'],
  ]),
  ...['posts', 'stars', 'tags', 'networks', 'removals', 'audit'].map(
    (list): Row => [`GET /${list}/export?format=xlsx`, undefined, 'format must be csv or jsonl.'],
  ),
  ['GET /posts/export?state=lost', undefined, /^state must be one of /],
  ['GET /stars/export?letter=12', undefined, /^letter must be/],
  ['GET /tags/export?use=never', undefined, /use/],
  ['GET /networks/export?state=lost', undefined, /state/],
  ['GET /removals/export?kind=lost', undefined, /kind/],
  ['POST /admin/me/tokens', {}, 'Enter a name.'],
  ['POST /admin/me/tokens', { name: 'Script', scopes: [] }, 'The scopes must not be empty.'],
  [
    'POST /admin/me/tokens',
    { name: 'Script', scopes: ['read', 'read'] },
    'The scopes must not have the same entry twice.',
  ],
  ['POST /admin/me/tokens', { name: 'Script', scopes: ['all'] }, 'A scope is read, posts or import.'],
  ['POST /admin/me/tokens', { name: 'Script', scopes: ['read'], expiresInDays: 0 }, /^The token must expire after/],
  ['POST /admin/me/tokens', { name: 'S', scopes: ['posts'], draftsOnly: true, dailyLimit: 0 }, /^The daily limit must/],
  ['POST /admin/me/tokens', { name: 'S', scopes: ['posts'], draftsOnly: true, partner: 'x' }, /^partner must be/],
  [
    'POST /admin/me/tokens',
    { name: 'S', scopes: ['posts'], draftsOnly: true, partner: '999999' },
    'There is no such network.',
  ],
  ['POST /admin/me/tokens', { name: 'S', scopes: ['read'], draftsOnly: true }, /can only have the scope posts/],
  [
    'POST /admin/me/tokens',
    { name: 'S', scopes: ['posts'], partner: '1' },
    'A token for a network may only add drafts.',
  ],
  ...badIds('DELETE /admin/me/tokens'),
  ...badIds('DELETE /admin/tokens'),
  ['GET /audit/export?to=yesterday', undefined, 'to must be a time such as 2026-01-31T12:00:00Z.'],
  ['GET /audit/export?adminId=x', undefined, 'adminId must be a decimal number.'],
  ...badIds('GET /outbox'),
  ['GET /removals?page=0', undefined, /^page must be a whole number/],
  ['GET /removals?status=lost', undefined, /status/],
  ['GET /removals/bundle?kind=lost', undefined, /kind/],
  ['POST /removals/x/opened', { version: 1 }, 'id must be a decimal number.'],
  ['POST /removals/1/opened', {}, /version/],
  ['GET /removals/bundle?video=x', undefined, 'video must be a decimal number.'],
  ['POST /removals/bundle/decide', { sender: 'x', kind: '', upTo: '1', decision: 'keep', reason: '' }, /reason/],
  ['POST /removals/bundle/propose', { sender: 'x', upTo: '1', reason: 'Spam.' }, /number of cases/],
  ['POST /removals/bundle/propose', { sender: 'x', upTo: '1', seen: 0, reason: 'Spam.' }, /number of cases/],
  ['POST /removals/proposals/x/confirm', undefined, 'id must be a decimal number.'],
  ['POST /removals/proposals/x/withdraw', undefined, 'id must be a decimal number.'],
  ['POST /removals/bundle/undo', {}, /decided/],
  ['GET /removals/x', undefined, 'id must be a decimal number.'],
  ['POST /removals/1/decide', { urls: [], decision: 'lose', reason: 'Why' }, /decision/],
  ['POST /removals/x/undo', {}, 'id must be a decimal number.'],
  ['POST /removals/x/erase-reporter', {}, 'id must be a decimal number.'],
  ['POST /removals/1/ask', { question: ' ' }, /question/],
  ['POST /removals/1/notes', { text: '' }, /note/],
  ['POST /removals/1/counter-notices', { urls: [], name: 'Odo' }, /statement|Enter|required/],
  ['POST /removals/1/counter-notices/x/stop', {}, 'notice must be a decimal number.'],
  ['POST /removals/1/counter-notices/x/restore', {}, 'notice must be a decimal number.'],
  ['GET /removals/x/export', undefined, 'id must be a decimal number.'],
  ['GET /case-figures?from=yesterday', undefined, 'from must be a day such as 2026-11-17.'],
  ['GET /records/missing?state=lost', undefined, /^state must be one of /],
  ['GET /records/missing?partner=x', undefined, 'partner must be a decimal number.'],
  ['GET /records/export?without=tags', undefined, /^without must be one of /],
  ['POST /records/import?dryRun=perhaps', undefined, /^dryRun must be/],
  ['POST /records/import', undefined, 'Send the form as multipart/form-data.'],
  ['GET /blocks?page=0', undefined, /^page must be a whole number/],
  ['POST /blocks/preview', { kind: 'tag', value: 'x' }, /^The kind must be one of /],
  ['POST /blocks/preview', { kind: 'host', value: ' ' }, 'Enter a host, star or network.'],
  ['POST /blocks', { kind: 'host', value: 'example.com' }, 'Enter a reason.'],
  ...badTexts('POST /blocks', { kind: 'host', value: 'example.com' }, 'reason', 1000),
  ...badIds('POST /blocks', '/lift'),
  ['GET /links/hosts?page=0', undefined, /^page must be a whole number/],
  ['GET /links/all?state=happy', undefined, /^state must be one of /],
  ['GET /links/dead-posts?limit=0', undefined, /^limit must be a whole number/],
  ['POST /links/states', { links: ['javascript:alert(1)'] }, /^The link must be/],
  ['POST /links/recheck', {}, 'Choose links, posts or a host.'],
  ['POST /links/ignore', { ids: ['x'] }, 'ids must be a decimal number.'],
  ['POST /links/ignore', { host: '' }, /host/],
  ['POST /links/heed', {}, 'Choose links, posts or a host.'],
  ['POST /links/heed', { host: 'a'.repeat(254) }, /host/],
  ['POST /links/replacement', { from: '*', to: 'https://new.example/*' }, /^Begin with the host/],
  ['POST /links/replacement', { from: 'old.example/*', to: 'javascript:*' }, /^Enter a URL that begins with https/],
  ['POST /links/replacement', { from: 'old.example/', to: 'https://new.example/*' }, /^Use no more asterisks/],
  ['POST /links/hosts/trust', { host: '' }, /host/],
  ['GET /stay-down?page=0', undefined, /^page must be a whole number/],
  ['DELETE /stay-down/tag/1', { reason: 'Why' }, /^kind must be one of /],
  ...badIds('DELETE /stay-down/link', '', { reason: 'Why' }),
  ['DELETE /stay-down/link/1', { reason: ' ' }, 'Enter a reason.'],
  ['GET /stay-down/check?link=', undefined, 'Enter a link.'],
  ['POST /hash-lists?name=', undefined, 'Enter a name.'],
  ['POST /hash-lists?name=Reel', undefined, 'Send the form as multipart/form-data.'],
  ...badIds('DELETE /hash-lists'),
  ...badIds('POST /hash-lists', '/restore'),
  ['GET /hash-matches?page=0', undefined, /^page must be a whole number/],
  ...badIds('POST /hash-lists', '/withhold', { kind: 'minor' }),
  ['POST /hash-lists/1/withhold', { kind: 'other' }, /kind must be one of /],
  ...badIds('POST /hash-lists', '/keep', {}),
  ['POST /hash-lists/1/keep', { ids: [] }, /ids/],
  ['GET /mirror-matches?page=0', undefined, /^page must be a whole number/],
  ['POST /mirror-matches/withhold', { ids: [] }, /ids/],
  ['POST /mirror-matches/keep', { ids: ['x'] }, /ids/],
  ['POST /prohibited-terms/try', { text: ' ' }, 'Enter a text.'],
  ['GET /prohibited-terms/posts?after=-1', undefined, /^after must be a whole number/],
  ['GET /prohibited-terms/records?after=-1', undefined, /^after must be a whole number/],
];

const changed = async () => {
  const { rows: counts } = await site.database.pool.query(
    `select (select count(*) from videos) + (select count(*) from tags) + (select count(*) from performers)
      + (select count(*) from partners) + (select count(*) from channels) + (select count(*) from file_links)
      + (select count(*) from synonyms) + (select count(*) from search_redirects)
      + (select count(*) from bulk_changes) + (select count(*) from post_views)
      + (select count(*) from audit_log) + (select count(*) from outbox) as things`,
  );
  return counts[0].things;
};

describe('a bad parameter is refused with a message that names it, and changes nothing', () => {
  it.each(rows)('%s %j', async (line, body, message) => {
    const [method, path] = line.split(' ') as ['GET', string];
    const before = await changed();
    const response = await call(method, path, body);
    expect(response.json()).toMatchObject({
      success: false,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(response.statusCode).toBe(400);
    expect(await changed()).toEqual(before);
  });

  it.each(['POST /postdata', 'PUT /networks/1', 'DELETE /deletepost/1'])('malformed JSON for %s', async (line) => {
    const [method, path] = line.split(' ') as ['POST', string];
    const response = await site.app.inject({
      method,
      url: `/api${path}`,
      headers: { cookie, 'content-type': 'application/json' },
      payload: '{"titel":',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ success: false, message: 'The body is not valid JSON.' });
  });

  it.each([
    ['POST /postdata', 400, 'Enter an image URL.'],
    ['PUT /networks/1', 400, 'Send at least one field to change.'],
    ['DELETE /deletepost/424242', 404, 'This video no longer exists.'],
  ])('empty JSON for %s counts as no body', async (line, status, message) => {
    const [method, url] = line.split(' ') as ['POST', string];
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await site.app.inject({ method, url: `/api${url}`, headers, payload: '' });
    expect([response.statusCode, response.json().message]).toEqual([status, message]);
  });

  it('a body over the limit', async () => {
    const response = await call('POST', '/postdata', { ...post, desc: 'x'.repeat(2_000_000) });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ success: false });
  });

  it('every call of the back-office with parameters or a body has a row', () => {
    const untested = (Object.values(routes) as Route[])
      .filter(({ access, params, query, body }) => access !== 'anyone' && (params ?? query ?? body))
      .filter(({ path }) => path !== '/admin/all')
      .filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
        return !rows.some(([line]) => pattern.test(line));
      });
    expect(untested.map(({ path }) => path)).toEqual([]);
  });
});
