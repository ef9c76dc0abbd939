import type { AuditEntity } from '#contract/values/audit.ts';
import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import type { Tables } from '#db/tables.ts';

interface Kind {
  table: keyof Tables;
  entity: AuditEntity;
  /** What messages call one of its records. */
  word: string;
  name: string;
  image: string | undefined;
  url: string | undefined;
}

/** What can be deleted and restored: its table, its name in the audit log and in messages, and the columns that the list shows. */
export const deletedKinds = {
  posts: { table: 'videos', entity: 'video', word: 'video', name: 'title', image: 'image_url', url: 'link' },
  stars: { table: 'performers', entity: 'star', word: 'star', name: 'name', image: 'image_url', url: undefined },
  networks: { table: 'partners', entity: 'network', word: 'network', name: 'name', image: 'logo', url: 'url' },
  channels: { table: 'channels', entity: 'channel', word: 'channel', name: 'name', image: 'thumbnail', url: 'url' },
  terabox: {
    table: 'file_links',
    entity: 'file_link',
    word: 'TeraBox link',
    name: 'title',
    image: undefined,
    url: 'url',
  },
} as const satisfies Record<DeletedKind, Kind>;
