import { useEffect, useRef } from 'react';
import { categoryPages } from '#contract/values/categories.ts';
import { numberText, plural } from '../../components/format.ts';
import { categoryHref } from '../hrefs.ts';
import type { Step } from '../structured-data.ts';
import type { VideoPage } from './video-page.ts';

/** A breadcrumb from the home page to the current page, which is the last step. */
export function Trail({ steps }: { steps: Step[] }) {
  const last = steps.length - 1;
  return (
    <Breadcrumb
      steps={[{ name: 'Home', path: '/' }, ...steps.map((step, at) => (at < last ? step : { name: step.name }))]}
    />
  );
}

export function Breadcrumb({ steps }: { steps: { name: string; path?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-3 text-[13px] text-muted">
      <ol className="flex gap-2 whitespace-nowrap">
        {steps.map(({ name, path }, index) => (
          <li key={path ?? 'this page'} className="flex min-w-0 gap-2 first:shrink-0">
            {index > 0 && <span aria-hidden="true">/</span>}
            {path ? (
              // Taller than its line, for touch (WCAG 2.5.8, target size).
              <a
                href={path}
                dir="auto"
                className="-my-1 min-w-6 truncate py-1 underline-offset-2 hover:text-text hover:underline"
              >
                {name}
              </a>
            ) : (
              <span aria-current="page" dir="auto" className="truncate">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The 17 categories in a strip that scrolls sideways to the selected one. */
export function CategoryTabs({ selected }: { selected?: string }) {
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll again when the category changes
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft - strip.current.clientWidth / 2;
  }, [selected]);

  return (
    <nav ref={strip} aria-label="All categories" className="strip">
      {categoryPages.map(({ name, slug }) => (
        <a key={slug} href={categoryHref(slug)} aria-current={slug === selected ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** A list's heading and the number of its videos. */
export function ListHeading({ heading, list }: { heading: string; list: VideoPage }) {
  return (
    <div className="mb-5 min-w-0">
      <h1 dir="auto">{heading}</h1>
      {list.totalRecords > 0 && (
        // One line, so that nothing moves when the browser's own total replaces it.
        <p className="mt-1 truncate text-muted tabular-nums">
          {plural(list.totalRecords, 'video')}
          {list.page > 1 && ` · page ${list.page}`}
          {Boolean(list.hiddenRecords) && ` · ${numberText(list.hiddenRecords ?? 0)} hidden`}
        </p>
      )}
    </div>
  );
}

/** Blank lines separate paragraphs. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** The introduction below a list. */
export function AboutList({ heading, paragraphs }: { heading: string; paragraphs: string[] }) {
  if (paragraphs.length === 0) return null;
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>{heading}</h2>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be alike
        <p key={index} dir="auto" className="mt-2 whitespace-pre-line text-muted">
          {paragraph}
        </p>
      ))}
    </section>
  );
}
