import { slugOf } from '#contract/values/slug.ts';
import { nameOfSlug } from '../../components/format/text.ts';
import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import { useBrokenImage } from '../../components/video-card/use-broken-image.ts';
import { performerHref } from '../hrefs.ts';

export function PerformerCard({ name, image }: { name: string; image: string | undefined }) {
  const { broken, watch } = useBrokenImage();
  const slug = slugOf(name);
  return (
    <li>
      <a href={performerHref(slug)} className="group block rounded-xl text-center">
        <span className="block aspect-4/5 overflow-hidden rounded-xl bg-raised">
          <img
            {...watch}
            src={broken || !image ? performerPlaceholder : image}
            alt=""
            width={400}
            height={500}
            loading="lazy"
            decoding="async"
            className="size-full object-cover transition-transform duration-350 ease-out group-hover:scale-[1.04]"
          />
        </span>
        <span className="mt-2 block text-sm font-medium transition-colors group-hover:text-accent">
          {nameOfSlug(slug)}
        </span>
      </a>
    </li>
  );
}
