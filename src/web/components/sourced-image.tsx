import type { ImgHTMLAttributes, Ref } from 'react';
import { type PictureLayout, pictureSources } from './picture-sources.ts';

interface SourcedImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'sizes'> {
  ref?: Ref<HTMLImageElement>;
  /** A picture of the image proxy, or a plain URL. */
  picture: string;
  layout: PictureLayout;
  alt: string;
}

/** An image in the size and format that suit the browser. */
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
