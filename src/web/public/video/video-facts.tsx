import { durationLabel } from '../../components/format/duration.ts';
import { likesLabel, viewsLabel } from '../../components/format/views.ts';
import type { WatchVideo } from '../../components/video-card/card-video.ts';
import { useViews } from '../../components/video-card/counted-views.ts';

export function VideoFacts({ video }: { video: WatchVideo }) {
  const views = useViews(video);
  const facts = [
    [views === 1 ? 'view' : 'views', viewsLabel(views)],
    ['length', durationLabel(video.minutes)],
    ['liked it', likesLabel(views)],
  ] as const;
  return (
    <dl className="mt-3.5 flex gap-5 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-14 flex-col-reverse">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-[17px] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
