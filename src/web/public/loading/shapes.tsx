import type { ReactNode } from 'react';
import { videosPerPage } from '#contract/values/paging.ts';

const times = (count: number, shape: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, at) => shape(at));

export const FieldShape = () => <div className="pulse h-10 rounded-full" />;

/** Where lists are sorted and narrowed. */
export const NarrowingShape = () => <div className="pulse mb-4 h-11 w-40" />;

export function CardShapes({ className = '' }: { className?: string }) {
  return (
    <div className={`video-grid ${className}`}>
      {times(videosPerPage, (at) => (
        <div key={at}>
          <div className="pulse aspect-video" />
          <div className="pulse mt-3 h-4 w-4/5" />
          <div className="pulse mt-2 h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}

export const TagCardShapes = () => (
  <div className="tag-grid">
    {times(videosPerPage, (at) => (
      <div key={at} className="pulse tag-card" />
    ))}
  </div>
);

export const PortraitShapes = () => (
  <div className="portrait-grid">
    {times(30, (at) => (
      <div key={at}>
        <div className="pulse aspect-4/5" />
        <div className="pulse mx-auto mt-2 h-4 w-2/3" />
      </div>
    ))}
  </div>
);

export const ShelfShape = () => (
  <div className="mt-3">
    <h2 className="flex min-h-11 items-center">Tags</h2>
    <div className="shelf">
      {times(20, (at) => (
        <div key={at} className="pulse aspect-4/3" />
      ))}
    </div>
  </div>
);

export const TextShape = () => (
  <div className="grid max-w-[70ch] gap-3 pt-4">
    {times(8, (at) => (
      <div key={at} className="pulse h-4 even:w-4/5" />
    ))}
  </div>
);

/** A line of links above the heading. */
export const TrailShape = () => <div className="pulse mb-3 h-[19.5px] w-44 max-w-full" />;

export const PerformerShape = ({ heading }: { heading: ReactNode }) => (
  <div className="pt-7">
    <TrailShape />
    <div className="performer-heading">
      <div className="pulse aspect-4/5 self-start sm:row-span-2" />
      {heading}
      <section>
        <h2 className="text-[13px] font-medium text-muted">Often tagged</h2>
        <ul>
          <li className="pulse h-8 w-full max-w-sm" />
        </ul>
      </section>
    </div>
    <NarrowingShape />
    <CardShapes />
  </div>
);

export const VideoShape = ({ heading }: { heading: ReactNode }) => (
  <div className="pt-5">
    <TrailShape />
    <div className="min-[1280px]:grid min-[1280px]:grid-cols-[minmax(0,1fr)_400px] min-[1280px]:gap-x-9">
      <div className="grid gap-x-9 gap-y-8 pb-10 md:grid-cols-[minmax(0,1.9fr)_minmax(260px,1fr)] min-[1280px]:grid-cols-1">
        <div>
          <div className="pulse mb-5 aspect-video rounded-2xl" />
          {heading}
        </div>
        <div className="pulse h-40" />
      </div>
      <div className="pulse hidden min-[1280px]:block" />
    </div>
  </div>
);
