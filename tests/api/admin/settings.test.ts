import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { describedSettings, settingNames } from '#contract/values/settings/settings.ts';
import { provedAgo } from '../../support/proved-ago.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ siteName: 'Night Shelf', siteUrl: 'https://marquee.example' });
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

it('a save that changes nothing is not audited, nor the first one', async () => {
  const audited = async () => (await call('GET', '/audit?entity=settings&limit=1')).json().entries;
  const { version, ...shown } = (await call('GET', '/settings')).json();
  for (const settings of [shown, { ...shown, version }, {}])
    expect((await call('PUT', '/settings', settings)).json().settings.version).toBe(version);
  expect(await audited()).toEqual([]);
});

it.each(['siteName', 'heading'])('%s has no text that nobody sees', async (name) => {
  const { version: _, ...shown } = (await call('GET', '/settings')).json();
  const saved = await call('PUT', '/settings', { ...shown, [name]: '\ufeff\u200b' });
  // Without a heading, the home page has the default one.
  if (name === 'siteName')
    expect([saved.statusCode, saved.json().fields]).toEqual([400, { siteName: expect.any(String) }]);
  else expect(saved.json().settings.heading).toBe(defaultSettings.heading);
  expect((await call('PUT', '/settings', shown)).statusCode).toBe(200);
});

it('texts that nobody sees are stored as blank, also within settings', async () => {
  const { version: _, ...shown } = (await call('GET', '/settings')).json();
  const unseen = { homeTitle: '\u200b', description: '\u00ad', footerText: ' \n\u3164', heading: '\u2060' };
  const operator = { ...shown.operator, name: '\u00ad', copyrightAgentAddress: '\u2800', jurisdiction: '\u3164' };
  const sponsoredLink = { label: '\u200b', url: '/x' };
  const saved = await call('PUT', '/settings', { ...shown, ...unseen, operator, sponsoredLink });
  const expected = {
    ...{ homeTitle: '', description: '', footerText: '', heading: defaultSettings.heading },
    operator: { ...shown.operator, name: '', copyrightAgentAddress: '', jurisdiction: '' },
    sponsoredLink: { label: '', url: '/x' },
  };
  expect([saved.statusCode, saved.json().settings]).toMatchObject([200, expected]);
  expect((await call('GET', '/settings')).json()).toMatchObject(expected);
  const { body: page } = await site.app.inject('/copyright');
  expect(page).toContain('The name, postal address and email of the copyright agent have not been published yet.');
  expect((await call('PUT', '/settings', shown)).statusCode).toBe(200);
});

it('banners and the sponsored link lead to public hosts', async () => {
  const nas = 'http://nas.local/1.jpg';
  const refused = [
    [{ banners: [{ image: '/art/1.svg', url: nas }] }, 'banners.0.url'],
    [{ banners: [{ image: nas, url: '/' }] }, 'banners.0.image'],
    [{ sponsoredLink: { label: 'x', url: 'https://ida:secret@example.com/' } }, 'sponsoredLink.url'],
  ] as const;
  for (const [settings, field] of refused)
    expect((await call('PUT', '/settings', settings)).json()).toMatchObject({
      fields: { [field]: expect.any(String) },
    });
});

it('the first save is audited as a change of what differs from the defaults', async () => {
  const { version: _, ...shown } = (await call('GET', '/settings')).json();
  expect((await call('PUT', '/settings', { ...shown, footerText: 'For adults.' })).statusCode).toBe(200);
  const [entry] = (await call('GET', '/audit?entity=settings&limit=1')).json().entries;
  const changed = Object.keys(entry.after).filter(
    (name) => JSON.stringify(entry.before?.[name]) !== JSON.stringify(entry.after[name]),
  );
  expect(changed).toEqual(['footerText']);
});

describe('omitted settings', () => {
  const defaults = { ...defaultSettings, pageTexts: defaultPageTexts, siteName: 'Night Shelf' };
  const save = async (settings: object) => {
    const response = await call('PUT', '/settings', settings);
    expect(response.statusCode, response.body).toBe(200);
    expect((await call('GET', '/settings')).json()).toEqual(response.json().settings);
    const { version, ...saved } = response.json().settings;
    return saved;
  };

  it('return to their defaults', async () => {
    const changes = {
      siteName: 'Evening Reel',
      description: '',
      banners: [],
      sponsoredLink: { label: 'x', url: '/x' },
    };
    expect(await save(changes)).toEqual({ ...defaults, ...changes });
    expect(await save({})).toEqual(defaults);
  });

  it('include a blank heading, because the home page needs one', async () => {
    for (const heading of ['', ' \n']) expect((await save({ heading })).heading).toBe(defaults.heading);
    const { body } = await site.app.inject('/');
    expect(body).toMatch(new RegExp(`<h1[^>]*>${defaults.heading}</h1>`));
  });

  it('return to their defaults within the sponsored link too', async () => {
    const { url } = defaults.sponsoredLink;
    expect(await save({ sponsoredLink: { label: 'x' } })).toEqual({ ...defaults, sponsoredLink: { label: 'x', url } });
  });

  it('return to their defaults within the texts of pages too', async () => {
    const pageTexts = { privacy: 'We know nothing about you.' };
    expect(await save({ pageTexts })).toEqual({ ...defaults, pageTexts: { ...defaultPageTexts, ...pageTexts } });
  });
});

describe('mirrors', () => {
  it.each([
    ['a..b c.example', '“a..b” is not a host name. Write mirrors like example.com, one group per line.'],
    ['one.example two.example\nfoo', '“foo” is not a host name. Write mirrors like example.com, one group per line.'],
    [
      'example.com www.example.com',
      '“example.com www.example.com” is only one host. Write the hosts that mirror each other on one line.',
    ],
  ])('that do nothing are refused: %j', async (hostMirrors, message) => {
    const response = await call('PUT', '/settings', { hostMirrors });
    expect([response.statusCode, response.json().fields]).toEqual([400, { hostMirrors: message }]);
  });
});

describe('two admins who save at once', () => {
  const read = async () => (await call('GET', '/settings')).json();

  it('do not overwrite each other: the second is told what is stored', async () => {
    const { version } = await read();
    const first = await call('PUT', '/settings', { prohibitedTerms: ['firstterm'], version });
    expect(first.statusCode).toBe(200);
    const second = await call('PUT', '/settings', { prohibitedTerms: ['secondterm'], version });
    expect([second.statusCode, second.json()]).toEqual([
      409,
      {
        success: false,
        message: 'Someone else has changed this site’s settings in the meantime.',
        current: first.json().settings,
      },
    ]);
    expect((await read()).prohibitedTerms).toEqual(['firstterm']);
    const again = { prohibitedTerms: ['firstterm', 'secondterm'], version: second.json().current.version };
    expect((await call('PUT', '/settings', again)).statusCode).toBe(200);
  });

  it('one who names no version is heard, and visitors see none', async () => {
    expect((await call('PUT', '/settings', { heading: 'Heard' })).json().settings.heading).toBe('Heard');
    expect((await site.app.inject('/api/settings')).json()).not.toHaveProperty('version');
  });
});

describe('the schedule of backups', () => {
  const save = (backups: object) => call('PUT', '/settings', { backups });

  it('may be switched off, and keep fewer', async () => {
    const saved = await save({ hour: null, days: 1, weeks: 0, months: 0 });
    expect(saved.json().settings.backups).toEqual({ hour: null, days: 1, weeks: 0, months: 0 });
    expect((await save({ hour: 23 })).json().settings.backups).toEqual({ hour: 23, days: 7, weeks: 4, months: 12 });
  });

  it.each([
    ['hour', 24, 'The hour of backups must be a whole number from 0 to 23, or null.'],
    ['hour', '2', 'The hour of backups must be a whole number from 0 to 23, or null.'],
    ['days', 0, 'The number of days that keep a backup must be a whole number from 1 to 365.'],
    ['months', 121, 'The number of months that keep a backup must be a whole number from 0 to 120.'],
  ])('is refused with %s %j', async (field, value, message) => {
    const refused = await save({ [field]: value });
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  });

  it('needs a fresh proof to change', async () => {
    const { cookie } = await createSignedInAdmin(site, 'main_admin');
    await provedAgo(site, cookie, 11);
    const refused = await callerOf(site, cookie)('PUT', '/settings', { backups: { days: 1 } });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
  });
});

describe('settings of accounts and of files for crawlers', () => {
  const privateOnes = settingNames.filter((name) => !describedSettings[name].isPublic);
  /** Public pages would help attackers with these. */
  const sensitive = [
    ...['operator', 'minPasswordLength', 'requireSecondFactor', 'requireRecords', 'hostMirrors'],
    ...['indexNow', 'webSubHub', 'llmsTxt', 'refuseAiCrawlers', 'backups', 'timeZone'],
    ...['checkLinks', 'linkRequestsPerHour', 'linkPauseSeconds', 'hideDeadPosts', 'removedTexts'],
    ...['prohibitedTerms', 'allowedPhrases', 'ageRules', 'withholdOnNotice', 'safetyContact', 'caseReasons'],
  ];
  const fieldsFor = async (cookie?: string) =>
    Object.keys((await callerOf(site, cookie)('GET', '/settings')).json()).sort();

  it('are for admins alone; visitors get what public pages show', async () => {
    const all = await fieldsFor((await createSignedInAdmin(site, 'admin')).cookie);
    expect(privateOnes).toEqual(expect.arrayContaining(sensitive));
    expect(all).toEqual(expect.arrayContaining(privateOnes));
    expect(await fieldsFor()).toEqual(
      all.filter((field) => field !== 'version' && !privateOnes.some((name) => name === field)),
    );
    expect(await fieldsFor('marquee_session=forged')).toEqual(await fieldsFor());
  });

  it('are in no page', async () => {
    for (const url of ['/', '/admin', '/admin/account', '/admin/settings']) {
      const page = await site.app.inject({ url });
      expect(page.statusCode).toBe(200);
      for (const field of privateOnes) expect(page.body).not.toContain(field);
    }
  });
});

describe('hostile text', () => {
  it.each([
    ['leaveUrl', '/\\evil.example'],
    ['leaveUrl', 'https://example.com/\nx'],
    ['heading', 'Tonight\u0000'],
    ['heading', 'Tonight\ud800'],
    ['siteName', '\udc00'],
    ['siteName', 'Night\nShelf'],
    ['contactEmail', 'https://example.com/'],
    ['securityContact', 'mailto:desk@example.com'],
    ['securityContact', 'https://user:secret@example.com/'],
  ])('in %s is refused: %j', async (field, text) => {
    const refused = await call('PUT', '/settings', { [field]: text });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
  });
});

describe('security.txt', () => {
  const saveContact = (settings: object) => call('PUT', '/settings', settings);
  const get = () => site.app.inject('/.well-known/security.txt');

  it('does not exist without a contact', async () => {
    expect((await get()).statusCode).toBe(404);
  });

  it('has the contact and policy of the settings, and expires within a year', async () => {
    const policy = 'https://example.com/security?the=policy';
    expect((await saveContact({ securityContact: 'security@example.com', securityPolicyUrl: policy })).statusCode).toBe(
      200,
    );
    const { headers, body } = await get();
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const [contact, expires = '', ...rest] = body.split('\n');
    expect(contact).toBe('Contact: mailto:security@example.com');
    expect(rest).toEqual([
      'Preferred-Languages: en',
      'Canonical: https://marquee.example/.well-known/security.txt',
      'Policy: https://example.com/security?the=policy',
      '',
    ]);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('has a contact that may be a URL', async () => {
    await saveContact({ securityContact: 'https://example.com/report' });
    expect((await get()).body).toMatch(/^Contact: https:\/\/example\.com\/report\n/);
    expect((await get()).body).not.toContain('Policy');
  });

  it.each([
    ['securityContact', 'http://example.com/report'],
    ['securityContact', 'nobody'],
    ['securityContact', 'a@example.com\nContact: https://evil.example'],
    ['securityContact', 'https://example.com/\nPolicy: https://evil.example'],
    ['securityPolicyUrl', 'security@example.com'],
    ['securityPolicyUrl', 'https://example.com/\nContact: https://evil.example'],
  ])('is not made of %s %j', async (name, value) => {
    const refused = await saveContact({ [name]: value });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toMatch(/^The (security contact|URL of the security policy) must /);
  });
});
