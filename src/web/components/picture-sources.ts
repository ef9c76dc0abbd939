import { isProxied, type PictureFormat, type PictureWidth, pictureUrl } from '#contract/values/pictures.ts';

/** How wide a picture is shown, so that browsers choose the smallest that is sharp. */
export interface PictureLayout {
  /** The widths to choose from. */
  widths: readonly [PictureWidth, ...PictureWidth[]];
  /** As in the attribute of this name. */
  sizes: string;
}

/** Cards: two columns on phones, then three, then four within 1,320 pixels. */
export const cardLayout: PictureLayout = {
  widths: [320, 640],
  sizes: '(min-width:1000px) 310px,(min-width:700px) 33vw,50vw',
};
/** The poster of a video: as wide as a phone; on a desktop, other videos are beside it. */
export const posterLayout: PictureLayout = { widths: [640, 1280], sizes: '(min-width:1280px) 900px,100vw' };
/** Logos, and portraits in a search. */
export const smallLayout: PictureLayout = { widths: [320], sizes: '' };
/** Portraits: three columns on phones, six on desktops. */
export const portraitLayout: PictureLayout = { widths: [320, 640], sizes: '(min-width:640px) 200px,33vw' };
/** The whole width of the page. */
export const bannerLayout: PictureLayout = { widths: [640, 1280], sizes: '(min-width:1360px) 1320px,100vw' };

const srcSetOf = (picture: string, format: PictureFormat, { widths }: PictureLayout) =>
  widths.length === 1
    ? pictureUrl(picture, widths[0], format)
    : widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(',');

/** What the elements of a picture need to load it: from the image proxy in several sizes, or else from where it is. */
export const pictureSources = (picture: string, layout: PictureLayout) => {
  if (!isProxied(picture)) return { img: { src: picture } };
  const sizes = layout.widths.length === 1 ? {} : { sizes: layout.sizes };
  const [width] = layout.widths.slice(-1) as [PictureWidth];
  return {
    avif: { type: 'image/avif', srcSet: srcSetOf(picture, 'avif', layout), ...sizes },
    img: {
      src: pictureUrl(picture, width),
      ...(layout.widths.length === 1 ? {} : { srcSet: srcSetOf(picture, 'webp', layout) }),
      ...sizes,
    },
  };
};

/** The tiny picture that is shown until the real one has loaded. */
export const placeholderUrl = (placeholder: string) => `data:image/webp;base64,${placeholder}`;
