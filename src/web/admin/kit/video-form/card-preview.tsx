import { cardOf } from '../../../components/video-card/card-video.ts';
import { VideoCard } from '../../../components/video-card/video-card.tsx';
import { recordOf, type VideoDraft } from './video-draft.ts';

/** The card as visitors will see it. It leads nowhere. */
export function CardPreview({ draft, views }: { draft: VideoDraft; views: number }) {
  const record = { ...recordOf(draft, null, 'preview'), views };
  return (
    <section aria-label="Preview">
      <h3 className="mb-2 text-sm font-medium">Preview</h3>
      <ul inert className="pointer-events-none max-w-[300px]">
        <VideoCard key={draft.imageUrl} video={cardOf({ ...record, titel: record.titel || 'Title' })} />
      </ul>
    </section>
  );
}
