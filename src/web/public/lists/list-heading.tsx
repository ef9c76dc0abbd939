import { plural } from '../../components/format/plural.ts';
import type { VideoPage } from './video-page.ts';

/** A list's heading and the number of its videos. */
export function ListHeading({ heading, list }: { heading: string; list: VideoPage }) {
  return (
    <div className="mb-5">
      <h1 dir="auto">{heading}</h1>
      {list.totalRecords > 0 && (
        <p className="mt-1 text-muted tabular-nums">
          {plural(list.totalRecords, 'video')}
          {list.page > 1 && ` · page ${list.page}`}
        </p>
      )}
    </div>
  );
}
