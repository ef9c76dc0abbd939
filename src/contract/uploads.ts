import { Type } from 'typebox';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { uploadedImageMegabytes } from './values/sentences.ts';

export const uploadRoutes = defineRoutes({
  uploadImage: {
    method: 'POST',
    path: '/uploads',
    access: 'admin',
    tokenScopes: ['posts'],
    area: 'uploads',
    summary: 'Stores an image for a post or a star, and returns the path to save with it',
    form: Type.Object({
      image: Type.String({
        format: 'binary',
        description: `An image of at most ${uploadedImageMegabytes} MB, up to ${limits.uploadedImage.side} pixels wide and high`,
      }),
    }),
    response: Success({ url: Type.String({ description: 'A path on this site' }) }),
  },
});
