import { Type } from 'typebox';
import { pictureWidths } from './values/pictures.ts';

export const ProxiedPicture = Type.String({
  description:
    `Where the image proxy serves the picture, as ${pictureWidths.join(', ')} pixels wide WebP and AVIF: /640.webp and the ` +
    'like follow. Missing while the proxy is off, and for drawings of this site.',
});
