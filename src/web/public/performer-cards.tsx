import { useEffect } from 'react';
import type { PublicClient } from '#contract/calls/client.ts';
import type { Named } from '../components/named.ts';
import {
  type PictureLayout,
  performerPlaceholder,
  portraitLayout,
  preloadInView,
  SourcedImage,
  useBrokenImage,
} from '../components/pictures.tsx';
import { useSite } from '../components/use-site.ts';
import { performerHref } from './hrefs.ts';
import { readCached, writeCached } from './local-cache.ts';

export type PerformerImages = Record<string, string>;

/** Own properties only: a slug may be `constructor`. */
export const imageOf = (images: PerformerImages, slug: string) =>
  Object.hasOwn(images, slug) ? images[slug] : undefined;

const key = 'pornstar-images';

/** Images by slug, or null if they cannot be loaded. */
export const fetchPerformerImages = async (client: PublicClient, names: string[]): Promise<PerformerImages | null> => {
  if (names.length === 0) return {};
  const response = await client.getPornstarImages({ body: { names } }).catch(() => null);
  return (
    response &&
    Object.fromEntries(Object.entries(response.images).map(([name, { image, picture }]) => [name, picture ?? image]))
  );
};

/** The page's images or, if the server could not load them, those cached from earlier pages. */
export const usePerformerImages = (fromPage: PerformerImages | null): ReadonlyMap<string, string> => {
  useEffect(() => {
    if (fromPage) writeCached(key, { ...readCached<PerformerImages>(key), ...fromPage });
  }, [fromPage]);
  const { imageProxy } = useSite().settings;
  const cached = () => (typeof localStorage === 'undefined' ? undefined : readCached<PerformerImages>(key));
  const images = Object.entries(fromPage ?? cached() ?? {});
  // Images cached before the image proxy was turned on may be on other sites.
  return new Map(imageProxy ? images.filter(([, image]) => image.startsWith('/')) : images);
};

interface PortraitProps {
  image: string | undefined;
  alt: string;
  className: string;
  /** Whether it is visible when the page opens, and preloaded. */
  inView?: boolean;
  layout?: PictureLayout;
}

/** A performer's picture, or a placeholder if it is missing or broken. */
export function Portrait({ image, alt, className, inView = false, layout = portraitLayout }: PortraitProps) {
  const { broken, watch } = useBrokenImage();
  if (inView && image) preloadInView(image, layout);
  return (
    <SourcedImage
      {...watch}
      picture={broken || !image ? performerPlaceholder : image}
      layout={layout}
      alt={alt}
      width={400}
      height={500}
      loading="lazy"
      decoding="async"
      className={`object-cover ${className}`}
    />
  );
}

export function PerformerCard({ slug, name, image }: Named & { image: string | undefined }) {
  return (
    <li>
      <a href={performerHref(slug)} className="group block rounded-xl text-center">
        <span className="block aspect-4/5 overflow-hidden rounded-xl bg-raised">
          <Portrait
            image={image}
            alt=""
            className="size-full transition-transform duration-350 ease-out group-hover:scale-[1.04]"
          />
        </span>
        <span dir="auto" className="mt-2 block text-sm font-medium transition-colors group-hover:text-accent">
          {name}
        </span>
      </a>
    </li>
  );
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A to Z plus ALL. A click on the active letter clears the filter. */
export function LetterFilter({ active }: { active: string }) {
  const letterLink = (label: string, to: string, isActive: boolean) => (
    <a
      key={label}
      href={to}
      aria-current={isActive ? 'true' : undefined}
      className="grid h-9 min-w-9 place-items-center rounded-[9px] px-2 text-sm font-medium transition-colors hover:bg-raised aria-[current]:bg-glow aria-[current]:text-on-glow"
    >
      {label}
    </a>
  );
  return (
    <nav aria-label="First letter" className="flex flex-wrap gap-1">
      {letterLink('ALL', '/pornstars', active === '')}
      {letters.map((letter) =>
        letterLink(letter, letter === active ? '/pornstars' : `/pornstars?letter=${letter}`, letter === active),
      )}
    </nav>
  );
}
