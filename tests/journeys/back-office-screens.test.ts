/** Every screen of the back-office, filled: nothing overflows, breaks the policy, writes an error or shuts anybody out. */
import { beforeAll, expect, inject, it } from 'vitest';
import { adminScreens } from '../support/admin-screens.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { backOffice, openScreen } from '../support/back-office-site.ts';
import { followTo } from '../support/follow-to.ts';
import { noProblems, watchScreens } from '../support/screen-walk.ts';
import { fillBackOffice, whenLoaded } from '../support/signed-in-browser.ts';

const office = backOffice();
const desktop = 1440;
const widths = inject('isAll') ? [desktop, 1100, 1000, 820, 390] : [desktop, 390];
const title = 'Supercalifragilisticexpialidocious'.repeat(6);

beforeAll(async () => {
  await fillBackOffice(office.site.url, office.admin('main_admin').cookie);
  const post = { titel: title, imageUrl: '/icon-192.png', Category: 'indian', name: [title.slice(0, 90)] };
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await office.call('POST', '/postdata', post);
  await office.call('POST', '/postdata', { ...post, state: 'scheduled', publishAt });
});

const urls = [...adminScreens, '/admin/posts?state=scheduled'];
const screensPerTest = inject('isAll') ? 13 : 26;
const groups = urls.flatMap((first, at) =>
  at % screensPerTest === 0 ? [{ first, group: urls.slice(at, at + screensPerTest) }] : [],
);

it.each(groups)('$first and the following screens', async ({ group }) => {
  const page = await office.signedIn();
  const screens = await watchScreens(page, office.site.url);
  await openScreen(page, '/admin/account');
  for (const [place, url] of group.entries()) {
    await (inject('isAll') ? page.goto(url) : followTo(page, url));
    await whenLoaded(page);
    expect.soft(page.url()).toBe(office.site.url + url);
    // Each screen opens at the width that the one before ended with.
    for (const width of place % 2 === 0 ? widths : widths.toReversed()) {
      await page.setViewportSize({ width, height: 800 });
      const { problems } = await screens.read();
      // Screens show their skeleton first; what shifts then is looked at where somebody reads it.
      expect.soft({ ...problems, moved: [] }, `${url} at ${width} px`).toEqual(noProblems);
      if (width !== desktop) continue;
      expect.soft(await accessibilityProblems(page, { isFrameKnown: place > 0 }), url).toEqual([]);
    }
  }
});
