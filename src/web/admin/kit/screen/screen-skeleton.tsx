import { loadingText } from '../../screens.ts';

const bars = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder while a screen loads, with the screen's loading text. */
export function ScreenSkeleton({ path }: { path: string }) {
  return (
    <div className="animate-[appear_.2s]">
      <p role="status" className="flex items-center gap-3 text-muted">
        <span
          aria-hidden="true"
          className="size-5 animate-spin rounded-full border-2 border-line-strong border-t-accent"
        />
        {loadingText(path)}
      </p>
      <div aria-hidden="true" className="mt-5">
        <div className="pulse h-8 w-56" />
        <div className="mt-6 grid gap-2.5">
          {bars.map((bar) => (
            <div key={bar} className="pulse h-14" />
          ))}
        </div>
      </div>
    </div>
  );
}
