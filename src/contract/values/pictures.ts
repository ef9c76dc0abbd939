/** Where the image proxy serves pictures. */
export const picturesPath = '/picture/';

/** In pixels: two cards beside each other on a phone, four on a desktop, each also for dense screens; and the poster of a video. */
export const pictureWidths = [320, 640, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Of the tiny picture that is shown until the real one has loaded. */
export const placeholderWidth = 16;

/** Whether a picture comes from the proxy, in several widths and formats. */
export const isProxied = (picture: string) => picture.startsWith(picturesPath);

/** One file of a picture. Pictures that are not from the proxy have a single one. */
export const pictureUrl = (picture: string, width: PictureWidth, format: PictureFormat = 'webp') =>
  isProxied(picture) ? `${picture}/${width}.${format}` : picture;
