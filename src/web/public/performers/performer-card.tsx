import type { Named } from '../../components/named.ts';
import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import { useBrokenImage } from '../../components/video-card/use-broken-image.ts';
import { performerHref } from '../hrefs.ts';

export function PerformerCard({ slug, name, image }: Named & { image: string | undefined }) {
  const { broken, watch } = useBrokenImage();
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
        <span dir="auto" className="mt-2 block text-sm font-medium transition-colors group-hover:text-accent">
          {name}
        </span>
      </a>
    </li>
  );
}
