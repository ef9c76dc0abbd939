import type { Named } from '../../components/named.ts';
import { PerformerCard } from './performer-card.tsx';
import { imageOf, type PerformerImages } from './performer-images.ts';

/** Performers who often appear in the same videos. */
export function Companions({ performers, images }: { performers: Named[]; images: PerformerImages }) {
  if (performers.length === 0) return null;
  return (
    <section aria-labelledby="companions" className="mt-10">
      <h2 id="companions" className="mb-4">
        Often together with
      </h2>
      <ul
        aria-labelledby="companions"
        className="grid grid-cols-3 gap-x-3 gap-y-5 min-[560px]:grid-cols-4 min-[900px]:grid-cols-8 min-[900px]:gap-x-[18px]"
      >
        {performers.map((performer) => (
          <PerformerCard key={performer.slug} {...performer} image={imageOf(images, performer.slug)} />
        ))}
      </ul>
    </section>
  );
}
