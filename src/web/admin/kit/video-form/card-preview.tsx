import { useState } from 'react';
import { VideoCard } from '../../../components/video-card/video-card.tsx';
import { previewOf, type VideoDraft } from '../records/video.ts';
import { pictureSrc } from '../table/picture-src.ts';
import { WithheldPicture } from '../table/withheld-picture.tsx';

/** The card as visitors will see it, without its link; of a withheld post, which they don't see, the picture if asked for. Phones can hide it. */
export function CardPreview({ draft, views }: { draft: VideoDraft; views: number }) {
  const { minutes } = previewOf(draft, null, 'preview');
  const [isOpen, setIsOpen] = useState(true);
  const title = draft.title || 'Title';
  const card = {
    id: 'preview',
    title,
    alt: draft.altKeywords || title,
    image: pictureSrc(draft.imageUrl, { width: 640 }),
    views,
    minutes,
    tagWords: '',
  };
  return (
    <section aria-label="Preview" className="max-lg:order-first">
      <h3 className="mb-2 flex items-center justify-between text-sm font-medium">
        Preview
        <button
          type="button"
          className="min-h-10 px-2 text-[13px] text-muted underline underline-offset-3 lg:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide preview' : 'Show preview'}
        </button>
      </h3>
      <div className={`max-w-[300px] max-lg:mx-auto ${isOpen ? '' : 'max-lg:hidden'}`}>
        {draft.state === 'withheld' ? (
          <WithheldPicture
            key={draft.imageUrl}
            src={draft.imageUrl}
            title={title}
            label="Load the picture"
            className="aspect-video w-full rounded-xl"
          />
        ) : (
          <ul inert className="pointer-events-none">
            <VideoCard key={draft.imageUrl} video={card} />
          </ul>
        )}
      </div>
    </section>
  );
}
