import { Link } from 'react-router';

interface Tab {
  to: string;
  active: boolean;
  label: string;
}

const tabStyle =
  'inline-flex h-10 max-md:h-11 items-center rounded-full px-4 text-sm max-sm:px-3 transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent';

interface TabsProps {
  label: string;
  tabs: Tab[];
  /** For tabs in the middle of a screen. */
  keepsScroll?: boolean;
}

/** The parts of a screen, each with its own URL. */
export function Tabs({ label, tabs, keepsScroll = false }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-1">
      {tabs.map(({ to, active, label: text }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset={keepsScroll}
          aria-current={active ? 'page' : undefined}
          className={tabStyle}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
