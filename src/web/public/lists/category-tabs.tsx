import { useEffect, useRef } from 'react';
import { categoryPages } from '#contract/values/category-pages.ts';
import { categoryHref } from '../hrefs.ts';

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
