import { adminClient } from '../../kit/session/admin-client.ts';
import type { Command } from './commands.ts';

const limit = 5;

/** By words, number, link or image, in any state; deleted posts are not opened. */
export const findPosts = async (search: string): Promise<Command[]> => {
  const { records, elsewhere } = await adminClient.getPostList({ query: { search, limit } });
  const others = elsewhere.filter(({ deletedAt }) => deletedAt === null);
  return [...records, ...others].map(({ _id, titel, state }) => ({
    id: `post ${_id}`,
    label: titel,
    detail: state === 'published' ? `Post ${_id}` : `Post ${_id}, ${state}`,
    to: `/admin/posts?edit=${_id}`,
  }));
};
