/** Of videos and performers. */
export const categories = ['english', 'indian', 'hijabi', 'viral'] as const;
export type Category = (typeof categories)[number];

export const partnerCategories = ['adult', 'entertainment', 'social', 'streaming'] as const;
export type PartnerCategory = (typeof partnerCategories)[number];

export const channelCategories = ['adult', 'entertainment', 'gaming', 'music', 'education'] as const;
export type ChannelCategory = (typeof channelCategories)[number];

export const fileLinkCategories = ['videos', 'images', 'documents', 'archives', 'other'] as const;
export type FileLinkCategory = (typeof fileLinkCategories)[number];

export const fileTypes = ['video', 'image', 'document', 'archive', 'other'] as const;
export type FileType = (typeof fileTypes)[number];
