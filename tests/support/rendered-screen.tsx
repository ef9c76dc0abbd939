import { load } from 'cheerio';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';

/** The markup of a screen of the back-office with the data that its loader returns: no browser and no site. */
export const renderScreen = <Props extends { loaderData: unknown }>(
  Screen: (props: Props) => ReactNode,
  loaderData: Props['loaderData'],
  url = '/admin',
) => {
  const Routes = createRoutesStub([
    { id: 'root', path: '*', Component: () => <Screen {...({ loaderData } as Props)} /> },
  ]);
  const root = { settings: { siteName: 'Marquee' } };
  const $ = load(renderToStaticMarkup(<Routes initialEntries={[url]} hydrationData={{ loaderData: { root } }} />));
  const textsOf = (selector: string) => [...$(selector)].map((element) => $(element).text());
  return {
    $,
    textsOf,
    title: $('h1').text(),
    columns: textsOf('th'),
    /** The texts of the cells of each row. */
    rows: [...$('tbody tr')].map((row) => [...$(row).find('td')].map((cell) => $(cell).text())),
    alerts: textsOf('[role=alert]'),
  };
};
