import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { categoryPages } from '#contract/values/category-pages.ts';
import { Icon } from '../../components/icon.tsx';
import { categoryHref } from '../hrefs.ts';
import { currentPage } from './current-page.ts';

/** A native disclosure, so that it works without JavaScript. It closes when it is left. */
export function CategoriesMenu() {
  const { key, pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const onKeyDown = ({ key: pressed }: KeyboardEvent) => {
    if (pressed !== 'Escape' || !menu.current?.open) return;
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    // A navigation renders it anew, which closes it.
    <details key={key} ref={menu} onKeyDown={onKeyDown} onBlur={onBlur} className="group relative">
      <summary className="bar-link">
        Categories
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <ul className="absolute top-full left-0 z-30 grid w-[540px] grid-cols-3 gap-0.5 rounded-xl border border-line bg-surface p-2 shadow-pop">
        {categoryPages.map(({ name, slug }) => (
          <li key={slug}>
            <a
              href={categoryHref(slug)}
              aria-current={currentPage(pathname, categoryHref(slug))}
              className="bar-link hover:bg-raised"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
