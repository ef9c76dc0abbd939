import { loadingText } from '../../screens.ts';

const places = [1, 2, 3, 4, 5, 6, 7, 8];

/** The shape of a screen to come, with its own words for waiting. */
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
          {places.map((place) => (
            <div key={place} className="pulse h-14" />
          ))}
        </div>
      </div>
    </div>
  );
}
