import { infoPages } from '#contract/values/info-pages.ts';

/** Links to the pages about the site, which everyone may read. */
export function PolicyLinks({ className = '' }: { className?: string }) {
  return (
    <nav aria-label="About this site">
      <ul className={`flex flex-wrap gap-x-5 ${className}`}>
        {Object.values(infoPages).map(({ path, title }) => (
          <li key={path}>
            <a href={path} className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-text">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
