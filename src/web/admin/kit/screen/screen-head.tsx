import type { ReactNode } from 'react';
import { useSite } from '../../../components/use-site.ts';

interface ScreenHeadProps {
  title: string;
  children?: ReactNode;
}

/** The heading of a screen with its actions at the right. */
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
