import { Link } from 'react-router';

interface Tab {
  to: string;
  active: boolean;
  label: string;
}

const tabStyle =
  'inline-flex h-10 max-md:h-11 items-center rounded-full px-4 text-sm max-sm:px-3 transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent';

/** The parts of a screen, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-1">
      {tabs.map(({ to, active, label: text }) => (
        <Link key={to} to={to} aria-current={active ? 'page' : undefined} className={tabStyle}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
