import type { PostRow, postListRoutes } from '#contract/posts.ts';
import { findPosts } from '#domain/posts/find-posts.ts';
import {
  addPostView,
  countUnpublished,
  deletePostView,
  filterOptions,
  type ListedPost,
  listedPostsByIds,
  listPostViews,
  type PostElsewhere,
  type PostView,
  postsElsewhere,
} from '#domain/posts/post-list.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { fromPostFilter, toPostRecord } from './records/video.ts';
import { withIsoTimes } from './records/wire-values.ts';

const toNamed = ({ id, name }: { id: number; name: string }) => ({ _id: String(id), name });

const toView = ({ id, ...view }: PostView) => ({ _id: String(id), ...view });

const toElsewhere = ({ id, title, ...post }: PostElsewhere) => ({
  _id: String(id),
  titel: title,
  ...withIsoTimes(post),
});

export const postListHandlers = (context: ApiContext): HandlersOf<keyof typeof postListRoutes> => {
  const { db, index } = context;
  const toRow = (post: ListedPost): PostRow => ({
    ...toPostRecord(index, post),
    updatedAt: post.updatedAt.toISOString(),
    partnerName: post.partnerName,
    clicks: post.clicks,
  });

  return {
    getPostList: async ({ query: { page, limit, sort, direction, ...filter } }) => {
      const found = await findPosts(context, fromPostFilter(filter), { page, limit, sort, direction });
      const [posts, unpublished, elsewhere] = await Promise.all([
        listedPostsByIds(db, found.ids),
        countUnpublished(db),
        postsElsewhere(db, found.elsewhere),
      ]);
      return {
        success: true,
        records: posts.map(toRow),
        totalPages: Math.ceil(found.total / limit),
        currentPage: found.page,
        totalRecords: found.total,
        counts: { published: index.size, ...unpublished },
        elsewhere: elsewhere.map(toElsewhere),
      };
    },
    getPostOptions: async () => {
      const { partners, admins } = await filterOptions(db);
      return { success: true, partners: partners.map(toNamed), hosts: index.linkHosts(), admins: admins.map(toNamed) };
    },
    getPostViews: async () => ({ success: true, views: (await listPostViews(db)).map(toView) }),
    addPostView: async (call) => ({ success: true, view: toView(await addPostView(db, actorOf(call), call.body)) }),
    deletePostView: async (call) => {
      await deletePostView(db, actorOf(call), Number(call.params.id));
      return { success: true };
    },
  };
};
