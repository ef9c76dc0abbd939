import type { ReactNode } from 'react';
import { Link, useLocation, useRevalidator, useSearchParams } from 'react-router';
import { dashboardRanges } from '#contract/values/statistics.ts';
import { useSite } from '../../components/use-site.ts';

interface ScreenHeadProps {
  title: string;
  children?: ReactNode;
}

/** The heading of a screen, with its actions on the right. */
export function ScreenHead({ title, children }: ScreenHeadProps) {
  const { settings } = useSite();
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{`${title} · ${settings.siteName} back-office`}</title>
      <h1 dir="auto" className="min-w-0">
        {title}
      </h1>
      {children && (
        <div className="flex flex-wrap items-center gap-2.5 max-sm:has-[search]:grow max-sm:has-[search]:basis-56">
          {children}
        </div>
      )}
    </div>
  );
}

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
  /** Keeps the scroll position, for tabs in the middle of a screen. */
  keepsScroll?: boolean;
}

/** Links between the parts of a screen. */
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

interface RangeTabsProps {
  days: number;
  hrefOf: (days: (typeof dashboardRanges)[number]) => string;
}

/** The number of days that charts look back. */
export function RangeTabs({ days, hrefOf }: RangeTabsProps) {
  return (
    <Tabs
      label="Range"
      tabs={dashboardRanges.map((range) => ({
        to: hrefOf(range),
        active: range === days,
        label: range === 365 ? 'A year' : `${range} days`,
      }))}
    />
  );
}

interface PanelProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section aria-label={title} className="min-w-0 overflow-clip rounded-2xl border border-line bg-surface">
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-4.5 py-2.5">
        <h2 className="text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The main button of a list screen. On phones it floats at the bottom, unless the selection bar is there. */
export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-primary max-md:fixed max-md:right-4 max-md:bottom-[calc(env(safe-area-inset-bottom)+16px)] max-md:z-20 max-md:h-12 max-md:shadow-pop max-md:in-[main:has(.selection-bar)]:hidden"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** The URL parameters that filter most lists. */
const commonFilters = ['search', 'letter', 'entity', 'status'];

interface EmptyProps {
  title: string;
  filters?: readonly string[];
  children?: ReactNode;
}

/** Replaces an empty list, and explains why it is empty. */
export function Empty({ title, filters = commonFilters, children }: EmptyProps) {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const filtered = filters.map((name) => parameters.get(name)?.trim().replaceAll('_', ' ')).filter(Boolean);
  const isFiltered = filtered.length > 0;
  const rest = new URLSearchParams(parameters);
  for (const name of [...filters, 'page', 'before']) rest.delete(name);
  const note = isFiltered ? `Nothing matches “${filtered.join(', ')}”.` : children;
  return (
    <div className="grid place-items-center gap-1.5 px-6 py-16 text-center">
      <p className="text-lg font-[620]">{title}</p>
      {note && <p className="text-muted [overflow-wrap:anywhere]">{note}</p>}
      {isFiltered && (
        <Link
          to={rest.size > 0 ? `${pathname}?${rest}` : pathname}
          className="btn btn-quiet mt-3 h-10 px-4 text-sm max-md:h-11"
        >
          Clear search
        </Link>
      )}
    </div>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** An error message that scrolls into view, so that it is seen even from the end of a long form. */
export function Problem({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      ref={scrollIntoView}
      className="mb-4 rounded-xl border border-danger px-4 py-3 font-medium text-danger [overflow-wrap:anywhere]"
    >
      {message}
    </p>
  );
}

interface ErrorPanelProps {
  message: string | undefined;
  /** False if trying again can't help, such as for a record that doesn't exist. */
  canRetry?: boolean;
}

/** Replaces content that failed to load; an empty list would look as if there were no records. */
export function ErrorPanel({ message, canRetry = true }: ErrorPanelProps) {
  const { revalidate, state } = useRevalidator();
  if (message === undefined) return null;
  const busy = state === 'loading';
  return (
    <div className="mb-4 grid place-items-center gap-4 rounded-2xl border border-danger bg-surface px-6 py-10 text-center">
      <p role="alert" className="font-medium text-danger [overflow-wrap:anywhere]">
        {message}
      </p>
      {canRetry && (
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-busy={busy}
          onClick={() => void revalidate()}
        >
          Try again
        </button>
      )}
    </div>
  );
}
