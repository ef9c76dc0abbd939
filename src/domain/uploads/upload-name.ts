/** Where uploads are served. */
export const uploadsPath = '/uploads/';

/** The folder of pictures that admins uploaded for posts, stars and tags. */
export const imagesFolder = 'images/';

/** A hash of the content; in names of older versions, a random UUID. */
const pattern = /^(?:logos|images)\/(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Whether an upload may have this name, the path below /uploads/. */
export const isUploadName = (name: string): boolean => pattern.test(name);
