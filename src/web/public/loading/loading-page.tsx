import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../../components/use-site.ts';
import { headingOf, nameInPath } from './heading-of.ts';
import { PageShape } from './page-shape.tsx';

function LoadingHeading({ heading, name }: { heading: string | undefined; name: string | undefined }) {
  if (heading !== undefined) return <h1 dir="auto">{heading}</h1>;
  if (name === undefined)
    return <div aria-hidden="true" className="pulse h-[1.15em] w-56 text-[clamp(22px,3vw,30px)]" />;
  return (
    <div aria-hidden="true">
      <h1 className="pulse w-fit text-transparent select-none">{name}</h1>
    </div>
  );
}

/** A skeleton of the next page, with its heading as far as it is known. */
export function LoadingPage({ path }: { path: string }) {
  const { pathname } = useLocation();
  const { settings } = useSite();
  const [currentHeading] = useState(() => document.querySelector('#main h1')?.textContent);
  const heading = headingOf(path, pathname, currentHeading) ?? (path === '/' ? settings.heading : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll up again for each new page
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  return (
    <div className="wrap animate-[appear_.2s]">
      <PageShape
        path={path}
        heading={
          <div className="mb-5">
            <LoadingHeading heading={heading ?? undefined} name={nameInPath(path)} />
            <p role="status" className="mt-1 text-muted">
              Loading...
            </p>
          </div>
        }
      />
    </div>
  );
}
