/** Shown for performers without an image. */
export const performerPlaceholder = '/female.png';
