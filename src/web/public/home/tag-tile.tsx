import { cardLayout } from '../../components/picture-sources.ts';
import { SourcedImage } from '../../components/sourced-image.tsx';
import { tagHref } from '../hrefs.ts';
import type { HomeTag } from './home-tags.ts';

export function TagTile({ slug, name, image }: HomeTag) {
  return (
    <li data-tags={slug}>
      <a
        href={tagHref(slug)}
        dir="auto"
        className="group relative block aspect-4/3 overflow-hidden rounded-xl bg-[oklch(30%_0.03_285)]"
      >
        {image && (
          <SourcedImage
            picture={image}
            layout={cardLayout}
            alt=""
            width={320}
            height={240}
            loading="lazy"
            decoding="async"
            className="size-full object-cover brightness-75 saturate-90 transition duration-300 group-hover:scale-105 group-hover:brightness-90"
          />
        )}
        <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 to-transparent px-2.5 pt-7 pb-2 text-[13.5px] leading-tight font-[620] text-white sm:px-3 sm:text-[15px]">
          {name}
        </span>
      </a>
    </li>
  );
}
