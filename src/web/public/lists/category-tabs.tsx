import { useEffect, useRef } from 'react';
import { categoryPages } from '../categories.ts';
import { categoryHref } from '../hrefs.ts';

/** The 17 categories in a strip that scrolls sideways to the selected one. */
export function CategoryTabs({ selected }: { selected: string }) {
  const strip = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll again when the category changes
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft - strip.current.clientWidth / 2;
  }, [selected]);

  return (
    <nav
      ref={strip}
      aria-label="All categories"
      className="relative flex gap-2 overflow-x-auto py-4 [scrollbar-width:none]"
    >
      {categoryPages.map(({ name, slug }) => (
        <a
          key={slug}
          href={categoryHref(slug)}
          aria-current={slug === selected ? 'page' : undefined}
          className="flex-none rounded-full border border-line px-3.5 py-1.5 text-sm text-muted transition-colors hover:border-line-strong hover:text-text aria-[current]:border-transparent aria-[current]:bg-text aria-[current]:font-semibold aria-[current]:text-bg"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
