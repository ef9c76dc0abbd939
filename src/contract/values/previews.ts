/** Whether a preview is a clip to play and not a picture; animated pictures are pictures. */
export const isClip = (url: string) => /\.(mp4|m4v|webm)([?#]|$)/i.test(url);

export const clipIsNotAlone = 'A clip must be the only preview. Enter either up to 8 pictures or one clip.';
