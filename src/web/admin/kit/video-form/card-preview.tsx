import { VideoCard } from '../../../components/video-card/video-card.tsx';
import { previewOf, type VideoDraft } from '../records/video.ts';

/** The card as visitors will see it, without its link. */
export function CardPreview({ draft, views }: { draft: VideoDraft; views: number }) {
  const { minutes } = previewOf(draft, null, 'preview');
  const title = draft.title || 'Title';
  const card = {
    id: 'preview',
    title,
    alt: draft.altKeywords || title,
    image: draft.imageUrl,
    views,
    minutes,
    tagWords: '',
  };
  return (
    <section aria-label="Preview">
      <h3 className="mb-2 text-sm font-medium">Preview</h3>
      <ul inert className="pointer-events-none max-w-[300px]">
        <VideoCard key={draft.imageUrl} video={card} />
      </ul>
    </section>
  );
}
