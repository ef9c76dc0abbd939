/** How visitors leave: by a post's play button, by another of its links, by starting its embedded player, or by a partner's link. */
export const clickKinds = ['play', 'link', 'embed', 'visit'] as const;
export type ClickKind = (typeof clickKinds)[number];

/** Where browsers send clicks to. */
export const clicksPath = '/clicks';
