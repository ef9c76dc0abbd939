import { useRouteLoaderData } from 'react-router';
import type { loader } from '../layout.tsx';
import { useSite } from '../site.ts';

/** One of the operator's promotional images, by chance. */
export function Banner() {
  const { banners } = useSite().settings;
  const chance = useRouteLoaderData<typeof loader>('public/layout')?.chance ?? 0;
  const banner = banners[Math.floor(chance * banners.length)];
  if (!banner) return null;
  return (
    <a
      href={banner.url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="group relative mt-9 block h-24 overflow-hidden rounded-xl bg-raised sm:h-28"
    >
      <img
        src={banner.image}
        alt="Live cams"
        width={1320}
        height={112}
        loading="lazy"
        decoding="async"
        className="size-full object-cover transition duration-300 group-hover:scale-[1.02]"
      />
      <span className="absolute bottom-2 left-2 rounded-md bg-black/80 px-2 py-0.5 text-xs text-white">
        Advertisement
      </span>
    </a>
  );
}
