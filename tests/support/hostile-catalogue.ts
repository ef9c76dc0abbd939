import { slugOf, tidyName } from '#contract/values/names.ts';
import { byWireName, postFields, postTexts } from '#contract/values/post-fields.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { hostile, kinds } from './hostile-fragments.ts';
import { adminCaller, submitWebsite } from './signed-in-browser.ts';

const url = (kind: number) => `https://example.com/${kind}?'onfocus='marqueeHacked()`;
/** A small picture: drawing the demo's takes longer than everything else on a page. */
const image = (kind: number) => `/icon-192.png?${kind}'onerror='marqueeHacked()`;

/** A body for each entity with hostile text in every text field. */
export const bodies = {
  addPost: (kind: number) => ({
    ...byWireName(postTexts, (name) => hostile(name, kind, postFields[name].maxLength)),
    imageUrl: image(kind),
    minutes: 5,
    link: url(kind),
    otherLinks: [`https://example.net/${kind}?'onfocus='marqueeHacked()`],
    iframeUrl: `<iframe onload="marqueeHacked()" src="https://example.com/embed/${kind}"></iframe>`,
    Category: 'indian',
    name: [hostile('star', kind)],
    tags: [hostile('tag', kind), 'quiet'],
    previewUrls: [image(kind)],
    state: 'published',
    publishAt: null,
    partner: null,
    source: hostile('source', kind, 500),
    rightsHolder: hostile('rights', kind, 300),
    consent: hostile('consent', kind, 1000),
    recordDate: '2026-01-31',
  }),
  addStar: (kind: number) => ({
    name: tidyName(hostile('model', kind)),
    image: image(kind),
    description: hostile('bio', kind, 10_000),
    category: 'viral',
  }),
  addNetwork: (kind: number) => ({
    name: hostile('network', kind, 200),
    url: url(kind),
    logo: image(kind),
    description: hostile('pitch', kind, 2000),
    category: 'social',
  }),
  addChannel: (kind: number) => ({
    name: hostile('channel', kind, 200),
    url: url(kind),
    thumbnail: image(kind),
    description: hostile('blurb', kind, 2000),
    category: 'music',
    subscribers: 5,
  }),
  addFileLink: (kind: number) => ({
    title: hostile('file', kind, 300),
    url: url(kind),
    description: hostile('note', kind, 2000),
    category: 'other',
    size: hostile('size', kind, 50),
    fileType: 'other',
  }),
  createAdmin: () => ({
    username: 'o.script-alert_1',
    email: "'onfocus='marqueeHacked()'@example.com",
    password: 'a long password',
    role: 'admin',
    createdBy: hostile('creator', 0),
  }),
  tryProhibitedTerms: (kind: number) => ({ text: hostile('tried', kind, 500) }),
  saveSettings: (kind: number) => ({
    siteName: hostile('brand', kind, 60),
    homeTitle: hostile('home', kind, 120),
    heading: hostile('heading', kind, 120),
    hostMirrors: 'one.example two.example',
    checkLinks: false,
    linkRequestsPerHour: 1500,
    linkPauseSeconds: 2,
    hideDeadPosts: false,
    removedTexts: hostile('removed', kind, 2000),
    description: hostile('summary', kind, 300),
    footerText: hostile('footer', kind, 500),
    accent: '#ffb52e',
    sponsoredLink: {
      label: hostile('sponsor', kind, 60),
      url: url(kind),
    },
    banners: [{ image: image(kind), url: url(kind) }],
    leaveUrl: url(kind),
    contactEmail: `${kind}'onfocus='marqueeHacked()@example.com`,
    operator: {
      name: hostile('operator', kind, 200),
      address: hostile('street', kind, 500),
      jurisdiction: hostile('law', kind, 200),
      copyrightAgentName: hostile('agent', kind, 200),
      copyrightAgentAddress: hostile('agent street', kind, 500),
      copyrightAgentEmail: `${kind}'onfocus='marqueeHacked()@example.com`,
      copyrightAgentPhone: hostile('phone', kind).slice(0, 40),
      recordsCustodianName: hostile('custodian', kind, 200),
      recordsCustodianAddress: hostile('custodian street', kind, 500),
    },
    pageTexts: Object.fromEntries(Object.keys(infoPages).map((page) => [page, hostile(`${page} page`, kind, 2000)])),
    publishTransparency: true,
    playInPlace: true,
    plainNumbers: true,
    imageProxy: true,
    indexNow: false,
    webSubHub: '',
    llmsTxt: true,
    refuseAiCrawlers: false,
    backups: { hour: 2, days: 7, weeks: 4, months: 12 },
    timeZone: 'Europe/Vienna',
    ageRules: { others: 'question', countries: [{ country: 'AQ', rule: 'question' }] },
    ageRulesForCrawlers: false,
    prohibitedTerms: [hostile('never', kind, 100)],
    allowedPhrases: [hostile('phrase', kind, 200)],
    freeDays: 5,
    minPasswordLength: 6,
    withholdOnNotice: true,
    requireRecords: false,
    requireSecondFactor: false,
    safetyContact: `${kind}'onfocus='marqueeHacked()@example.com`,
    caseReasons: Object.fromEntries(
      ['remove', 'keep', 'ask'].map((decision) => [
        decision,
        [{ kind: '', title: hostile(decision, kind).slice(0, 60), text: hostile(`${decision} text`, kind, 2000) }],
      ]),
    ),
    securityContact: url(kind),
    securityPolicyUrl: url(kind),
    lifetimePrice: hostile('price', kind).slice(0, 20),
    featuredPerformers: [hostile('featured', kind, 200)],
    // Without one, whatever somebody else has saved is overwritten.
    version: undefined,
  }),
  saveListText: (kind: number) => ({
    title: hostile('list', kind, 120),
    description: hostile('gist', kind, 300),
    introduction: hostile('introduction', kind, 3000),
    version: kind,
  }),
  addPostView: (kind: number) => ({
    name: hostile('view', kind, 60),
    query: `search=${encodeURIComponent(hostile('wanted', kind, 60))}`,
  }),
  addNameAlias: (kind: number) => ({ name: hostile('nick', kind) }),
  describeName: (kind: number) => ({
    description: hostile('meaning', kind, 10_000),
    image: image(kind),
    version: 1,
  }),
};

/** The month of the posts that are to come. */
const comingYear = new Date().getFullYear() + 1;
export const comingMonth = `${comingYear}-05`;

/** A post that is to come, with two tags that look like one. */
const comingPost = (kind: number) => ({
  ...bodies.addPost(kind),
  titel: hostile('coming', kind, 300),
  tags: [hostile('twin', kind), hostile('twins', kind)],
  state: 'scheduled',
  publishAt: `${comingMonth}-${kind + 10}T12:00:00Z`,
});

export const submission = (name: string, kind: number) => ({
  name: hostile(name, kind, 200),
  link: url(kind),
  email: `${kind}'onfocus='marqueeHacked()@example.com`,
  description: hostile('offer', kind, 2000),
});

/** Stores everything; returns what was sent and what the API returned for it. */
export const storeHostileTexts = async (siteUrl: string, cookie: string) => {
  const call = adminCaller(siteUrl, cookie);
  const sent: object[] = [];
  const stored: object[] = [];
  const ids: string[] = [];
  const add = async (path: string, entity: string, body: object) => {
    const answer = (await call('POST', path, body)) as Record<string, { _id: string }>;
    sent.push(body);
    stored.push(answer[entity] ?? {});
    return answer[entity]?._id ?? '';
  };
  const coming: string[] = [];
  for (const kind of kinds) {
    const { post } = (await call('POST', '/postdata', comingPost(kind))) as { post: { _id: string } };
    coming.push(post._id);
    await call('POST', '/postviews', bodies.addPostView(kind));
  }
  const tags = kinds.map((kind) => hostile('bulk', kind));
  await call('POST', '/bulk-changes', { ids: coming, change: { kind: 'addTags', tags } });
  for (const kind of kinds) {
    const deleted = { ...bodies.addPost(kind), titel: hostile('deleted', kind, 300) };
    await call('DELETE', `/deletepost/${await add('/postdata', 'post', deleted)}`, {});
    ids.push(await add('/postdata', 'post', bodies.addPost(kind)));
    const tag = `/names/tag/${encodeURIComponent(slugOf(hostile('tag', kind)))}`;
    await call('PUT', `${tag}/description`, bodies.describeName(kind));
    await call('POST', `${tag}/aliases`, bodies.addNameAlias(kind));
    const channel = { ...bodies.addChannel(kind), name: hostile('closed', kind, 200) };
    await call('DELETE', `/channels/${await add('/channels', 'channel', channel)}`, {});
    await add('/stars', 'star', bodies.addStar(kind));
    await add('/networks', 'network', bodies.addNetwork(kind));
    await add('/channels', 'channel', bodies.addChannel(kind));
    await add('/terabox', 'link', bodies.addFileLink(kind));
    await submitWebsite(siteUrl, submission('member', kind));
  }
  await add('/admin/create', 'admin', bodies.createAdmin());
  const { submissions } = (await call('GET', '/submissions')) as { submissions: { _id: string }[] };
  for (const [kind, { _id }] of submissions.entries()) {
    await call('POST', `/submissions/${_id}/reject`, { reason: hostile('reason', kind, 1000) });
    await call('POST', `/submissions/${_id}/approve`, {});
  }
  for (const kind of kinds) await submitWebsite(siteUrl, submission('site', kind));
  return { ids, sent, stored };
};
