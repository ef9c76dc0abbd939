import type { ChannelRecord } from '#contract/channels.ts';
import type { Channel } from '#domain/directory/channels.ts';

export const toChannelRecord = ({ id, createdAt, updatedAt, ...same }: Channel): ChannelRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
