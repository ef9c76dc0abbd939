import {
  cardLayout,
  type PictureLayout,
  placeholderUrl,
  preloadInView,
  SourcedImage,
  useBrokenImage,
} from '../pictures.tsx';

export interface ThumbnailProps {
  /** A picture of the image proxy, or a plain URL. */
  src: string;
  alt: string;
  /** Whether it is visible when the page opens, and preloaded; the largest of these has a high priority. */
  inView?: boolean | 'largest' | undefined;
  layout?: PictureLayout;
  /** A tiny picture in Base64, shown blurred until the image has loaded. */
  placeholder?: string | undefined;
}

export function Thumbnail({ src, alt, inView = false, layout = cardLayout, placeholder }: ThumbnailProps) {
  const { broken, watch } = useBrokenImage();

  if (broken || src === '')
    return (
      <span
        role="img"
        aria-label={`${alt}: Image not found`}
        className="grid size-full place-items-center bg-raised p-2 text-center text-[13px] text-muted"
      >
        Image not found
      </span>
    );
  if (inView) preloadInView(src, layout, inView === 'largest');
  return (
    <>
      {placeholder && <img src={placeholderUrl(placeholder)} alt="" className="placeholder" />}
      <SourcedImage
        {...watch}
        picture={src}
        layout={layout}
        alt={alt}
        width={640}
        height={360}
        loading="lazy"
        {...(inView === 'largest' ? { fetchPriority: 'high' } : {})}
        decoding="async"
        className="thumbnail"
      />
    </>
  );
}
