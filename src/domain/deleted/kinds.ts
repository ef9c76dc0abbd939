/** What can be deleted and restored: its table, its name in the audit log, and the columns that the list shows. */
export const deletedKinds = {
  posts: { table: 'videos', entity: 'video', name: 'title', image: 'image_url', url: 'link' },
  stars: { table: 'performers', entity: 'star', name: 'name', image: 'image_url', url: undefined },
  networks: { table: 'partners', entity: 'network', name: 'name', image: 'logo', url: 'url' },
  channels: { table: 'channels', entity: 'channel', name: 'name', image: 'thumbnail', url: 'url' },
  terabox: { table: 'file_links', entity: 'file_link', name: 'title', image: undefined, url: 'url' },
} as const;

export type DeletedKind = keyof typeof deletedKinds;
