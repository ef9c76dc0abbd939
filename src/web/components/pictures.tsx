import { type ImgHTMLAttributes, type Ref, useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { isProxied, type PictureWidth } from '#contract/values/urls.ts';

/** The sizes of a responsive image. */
export interface PictureLayout {
  /** The available widths; browsers without `srcset` load the last one. */
  widths: readonly PictureWidth[];
  /** The `sizes` attribute. */
  sizes: string;
}

/** Cards: two columns on phones, then three, then four in a page of 1,320 pixels. */
export const cardLayout: PictureLayout = {
  widths: [320, 640],
  sizes: '(min-width:1000px) 310px,(min-width:700px) 33vw,50vw',
};
/** The poster of a video: full width on phones, next to other videos on desktops. */
export const posterLayout: PictureLayout = { widths: [640, 1280], sizes: '(min-width:1280px) 900px,100vw' };
/** Logos, and portraits in search suggestions. */
export const smallLayout: PictureLayout = { widths: [320], sizes: '56px' };
/** Portraits: three columns on phones, six on desktops. */
export const portraitLayout: PictureLayout = { widths: [320, 640], sizes: '(min-width:640px) 200px,33vw' };
/** The whole width of the page. */
export const bannerLayout: PictureLayout = { widths: [640, 1280], sizes: '100vw' };

/** The attributes of <source> and <img>: several sizes from the image proxy, or else the plain URL. */
export const pictureSources = (picture: string, { widths, sizes }: PictureLayout) => {
  if (!isProxied(picture)) return { img: { src: picture } };
  const srcSetOf = (format: string) => widths.map((width) => `${picture}/${width}.${format} ${width}w`).join();
  return {
    avif: { type: 'image/avif', srcSet: srcSetOf('avif'), sizes },
    img: { src: `${picture}/${widths.at(-1)}.webp`, srcSet: srcSetOf('webp'), sizes },
  };
};

/**
 * Puts a preload link into the document for a picture that is in view when the page opens. Its medium matches nothing until
 * first-paint.js knows that the visitor is an adult: nothing of the catalogue is requested behind the age gate.
 */
export const preloadInView = (picture: string, layout: PictureLayout, isLargest = false) => {
  if (!import.meta.env.SSR || picture === '') return;
  const { avif, img } = pictureSources(picture, layout);
  preload(img.src, {
    as: 'image',
    media: 'not all',
    ...(avif ? { type: avif.type, imageSrcSet: avif.srcSet, imageSizes: avif.sizes } : {}),
    ...(isLargest ? { fetchPriority: 'high' } : {}),
  });
};

export const placeholderUrl = (placeholder: string) => `data:image/webp;base64,${placeholder}`;

/** Shown for performers without an image. */
export const performerPlaceholder = '/female.png';

interface SourcedImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'sizes'> {
  ref?: Ref<HTMLImageElement>;
  /** A picture of the image proxy, or a plain URL. */
  picture: string;
  layout: PictureLayout;
  alt: string;
}

/** An image in the best size and format for the browser. */
export function SourcedImage({ picture, layout, alt, ...attributes }: SourcedImageProps) {
  const { avif, img } = pictureSources(picture, layout);
  const image = <img {...img} alt={alt} {...attributes} />;
  if (!avif) return image;
  return (
    <picture>
      <source {...avif} />
      {image}
    </picture>
  );
}

/** Whether an image failed to load, possibly before hydration. */
export const useBrokenImage = () => {
  const ref = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    const image = ref.current;
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
  }, []);

  return { broken, watch: { ref, onError: () => setBroken(true) } };
};
