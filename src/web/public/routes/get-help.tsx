import { type Hotline, helpPath, hotlinesByCountry, internationalHotlines } from '#contract/values/hotlines.ts';
import { PageHead } from '../page-head.tsx';
import type { Route } from './+types/get-help.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const title = 'Help and hotlines';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const nameOf = (code: string) => countryNames.of(code) ?? code;
const countries = Object.keys(hotlinesByCountry).sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

export const loader = ({ url }: Route.LoaderArgs) => {
  const code = url.searchParams.get('country') ?? '';
  return { country: countries.includes(code) ? code : undefined };
};

function Hotlines({ heading, hotlines }: { heading: string; hotlines: readonly Hotline[] }) {
  return (
    <section className="border-t border-line py-4">
      <h2 className="text-base font-[620]">{heading}</h2>
      <ul className="mt-1.5 grid gap-1.5">
        {hotlines.map(({ name, url, about, phone }) => (
          <li key={url}>
            <a
              href={url}
              rel="noreferrer nofollow"
              className="inline-block py-1 font-medium text-accent underline underline-offset-3"
            >
              {name}
            </a>{' '}
            <span className="text-muted">
              {about}
              {phone && (
                <>
                  {' · '}
                  <a
                    href={`tel:${phone.replace(/[^\d+]/g, '')}`}
                    className="whitespace-nowrap underline underline-offset-3"
                  >
                    {phone}
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown for searches for prohibited terms. Contains nothing of the catalogue or of the search. */
export default function GetHelp({ loaderData: { country } }: Route.ComponentProps) {
  const others = countries.filter((code) => code !== country);
  return (
    <div className="wrap pt-7">
      <PageHead title={title} description="Who helps, and who takes reports." path={helpPath} isIndexed={false} />
      <div className="max-w-[70ch] pb-8">
        <h1>{title}</h1>
        <p className="mt-4 leading-relaxed">
          There is nothing here for this search. Sexual content with minors, or without consent, is illegal and hurts
          real people.
        </p>
        <p className="mt-3 mb-6 leading-relaxed">
          If you are worried about your own thoughts or someone else’s, the people below help in confidence and without
          judging. If you have seen such content somewhere, you can report it to them, even anonymously.
        </p>
        {country && <Hotlines heading={nameOf(country)} hotlines={hotlinesByCountry[country] ?? []} />}
        <Hotlines heading="In every country" hotlines={internationalHotlines} />
        {others.map((code) => (
          <Hotlines key={code} heading={nameOf(code)} hotlines={hotlinesByCountry[code] ?? []} />
        ))}
      </div>
    </div>
  );
}
