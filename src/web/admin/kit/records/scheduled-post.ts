import { adminClient } from '../session/admin-client.ts';

export interface ScheduledPost {
  id: string;
  title: string;
  imageUrl: string;
  publishAt: string;
}

export interface Calendar {
  posts: ScheduledPost[];
  drafts: number;
  scheduled: number;
}

export const emptyCalendar: Calendar = { posts: [], drafts: 0, scheduled: 0 };

export const loadCalendar = async (from: Date, to: Date): Promise<Calendar> => {
  const query = { from: from.toISOString(), to: to.toISOString() };
  const { posts, drafts, scheduled } = await adminClient.getCalendar({ query });
  return { posts: posts.map(({ _id: id, titel: title, ...post }) => ({ ...post, id, title })), drafts, scheduled };
};
