import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { bannerLayout, SourcedImage } from '../../components/pictures.tsx';
import { useSite } from '../../components/use-site.ts';
import type { loader } from '../layout.tsx';

/** Chosen in the browser, once per visit, because the cached HTML is the same for all visitors. */
const randomOfVisit = Math.random();

/** One of the operator's promotional images, at random. */
export function Banner() {
  const { banners } = useSite().settings;
  const [number, setNumber] = useState(useRouteLoaderData<typeof loader>('public/layout')?.banner ?? 0);
  useEffect(() => setNumber(Math.floor(randomOfVisit * banners.length)), [banners.length]);
  const banner = banners[number % banners.length];
  if (!banner) return null;
  const picture = 'picture' in banner ? banner.picture : undefined;
  return (
    <a
      href={banner.url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="group relative mt-9 block h-24 overflow-hidden rounded-xl bg-raised sm:h-28"
    >
      <SourcedImage
        picture={picture ?? banner.image}
        layout={bannerLayout}
        alt=""
        width={1320}
        height={112}
        loading="lazy"
        decoding="async"
        className="size-full object-cover transition duration-300 group-hover:scale-[1.02]"
      />
      <span className="absolute inset-0 flex flex-col justify-center bg-linear-to-r from-black/85 via-black/60 to-transparent px-5 text-white">
        <span className="text-xs text-white/80">Advertisement</span>
        <span className="flex items-center gap-2 text-lg font-[650]">
          Live cams, right now
          <Icon name="leave" size={18} />
        </span>
      </span>
    </a>
  );
}
