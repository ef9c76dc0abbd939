import { durationLabel } from '../../components/format/duration.ts';
import { likesLabel, viewsLabel } from '../../components/format/views.ts';
import type { WatchVideo } from '../../components/video-card/card-video.ts';

export function VideoFacts({ video }: { video: WatchVideo }) {
  const facts = [
    [video.views === 1 ? 'view' : 'views', viewsLabel(video.views)],
    ['length', durationLabel(video.minutes)],
    ['liked it', likesLabel(video.views)],
  ] as const;
  return (
    <dl className="mt-3.5 flex gap-7 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-[17px] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
