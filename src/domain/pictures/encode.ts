import sharp, { type Sharp } from 'sharp';
import { type PictureFormat, type PictureWidth, placeholderWidth } from '#contract/values/urls.ts';
import { fingerprintOf } from '#domain/stay-down/fingerprint.ts';
import { openPicture } from '#domain/uploads/open-picture.ts';

export type Output =
  | { kind: 'file'; width: PictureWidth; format: PictureFormat }
  | { kind: 'placeholder' }
  /** The source file, reduced if it is large. All widths are encoded from it later. */
  | { kind: 'original' }
  /** As JSON. */
  | { kind: 'fingerprint' };

const largestWidth = 1280;
/** Limits the height, so that a strip of 1 x 4,000 pixels stays small. */
const maxHeightPerWidth = 2;
const maxOriginalBytes = 400 * 1024;

const within = (image: Sharp, width: number) =>
  image.resize(width, width * maxHeightPerWidth, { fit: 'inside', withoutEnlargement: true });

// As measured in docs/performance.md, more effort for AVIF takes four times as long and saves a tenth.
const webpOptions = { quality: 72, effort: 4 };
const avifOptions = { quality: 48, effort: 2 };

/** Decodes a picture once and encodes all outputs. Throws if the picture cannot be decoded. */
export const encodePicture = async (file: Buffer, outputs: readonly Output[]): Promise<Buffer[]> => {
  const { data, info } = await within(await openPicture(file, 'image'), largestWidth)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const encode = async (output: Output): Promise<Buffer> => {
    switch (output.kind) {
      case 'placeholder':
        return within(pixels().flatten({ background: '#888' }), placeholderWidth)
          .webp({ quality: 45, effort: 6 })
          .toBuffer();
      case 'original':
        return file.length <= maxOriginalBytes ? file : pixels().webp({ quality: 90, effort: 2 }).toBuffer();
      case 'fingerprint':
        return Buffer.from(JSON.stringify(await fingerprintOf(() => openPicture(file, 'image'))));
      case 'file': {
        const resized = within(pixels(), output.width);
        return output.format === 'avif' ? resized.avif(avifOptions).toBuffer() : resized.webp(webpOptions).toBuffer();
      }
    }
  };
  const encoded: Buffer[] = [];
  for (const output of outputs) encoded.push(await encode(output));
  return encoded;
};
