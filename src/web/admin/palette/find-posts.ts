import { adminClient } from '../kit/session/admin-client.ts';
import type { Command } from './commands.ts';

const limit = 5;

export const findPosts = async (search: string): Promise<Command[]> => {
  const { records } = await adminClient.getPosts({ query: { search, limit } });
  return records.map(({ _id, titel }) => ({
    id: `post ${_id}`,
    label: titel,
    detail: `Post ${_id}`,
    to: `/admin/posts?edit=${_id}`,
  }));
};
