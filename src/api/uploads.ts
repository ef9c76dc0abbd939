import type { uploadRoutes } from '#contract/uploads.ts';
import { imageMissing, imageTooLarge } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';
import { takeFromDailyLimit } from '#domain/pushed-posts/daily-limit.ts';
import { encodePicture, imageKind, storePicture } from '#domain/uploads/pictures.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { readPictureForm } from './http/multipart.ts';

export const uploadHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof uploadRoutes> => ({
  uploadImage: async ({ request, session }) => {
    const { picture } = await readPictureForm(request, { picture: 'image', tooLarge: imageTooLarge });
    if (!picture?.length) throw new ValidationError(imageMissing, { image: imageMissing });
    if (session?.token) await takeFromDailyLimit(db, session.token, 'pictures');
    const content = await encodePicture(picture, imageKind);
    return { success: true, url: await storePicture(db, content, imageKind) };
  },
});
