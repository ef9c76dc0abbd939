/** Every screen of the back-office, filled: nothing overflows, breaks the policy, writes an error or shuts anybody out. */
import { beforeAll, expect, inject, it } from 'vitest';
import { adminScreens } from '../support/admin-screens.ts';
import { backOffice, openScreen } from '../support/back-office-site.ts';
import { readOverflow } from '../support/read-screen.ts';
import { noProblems, watchScreens } from '../support/screen-walk.ts';
import { fillBackOffice, whenLoaded } from '../support/signed-in-browser.ts';

const office = backOffice();
const widths = inject('isAll') ? [390, 820, 1000, 1100, 1440] : [390, 1440];
const title = 'Supercalifragilisticexpialidocious'.repeat(6);

beforeAll(async () => {
  await fillBackOffice(office.site.url, office.admin('main_admin').cookie);
  const post = { titel: title, imageUrl: '/icon-192.png', Category: 'indian', name: [title.slice(0, 90)] };
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await office.call('POST', '/postdata', post);
  await office.call('POST', '/postdata', { ...post, state: 'scheduled', publishAt });
});

interface Router {
  navigate: (to: string) => Promise<void>;
}

const urls = [...adminScreens, '/admin/posts?state=scheduled'];
const screensPerTest = 10;
const groups = urls.flatMap((first, at) =>
  at % screensPerTest === 0 ? [{ first, group: urls.slice(at, at + screensPerTest) }] : [],
);

it.each(groups)('$first and the following screens', async ({ group }) => {
  const page = await office.signedIn({ isNew: true });
  const screens = await watchScreens(page, office.site.url);
  await openScreen(page, '/admin/account');
  /** Following a link costs a quarter of loading the page again. */
  const go = (url: string) =>
    page.evaluate(
      (to) => (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(to),
      url,
    );
  for (const url of group) {
    await (inject('isAll') ? page.goto(url) : go(url));
    await whenLoaded(page);
    expect.soft(page.url()).toBe(office.site.url + url);
    const { problems } = await screens.read();
    // Screens show their skeleton first; what shifts then is looked at where somebody reads it.
    expect.soft({ ...problems, moved: [] }, url).toEqual(noProblems);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(readOverflow), `${url} at ${width} px`).toEqual([]);
    }
  }
});
