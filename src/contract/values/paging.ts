/** Small enough that page times limit is an exact integer. */
export const maxPage = 1_000_000_000;

/** Videos on one page of a list, unless a call asks for another number. */
export const videosPerPage = 16;

/** The longest list of videos that visitors may request; admins may request more. */
export const maxVideosForVisitors = 100;
