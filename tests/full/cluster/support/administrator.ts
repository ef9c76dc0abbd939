import { admin } from '../../faults/support/fault-site.ts';
import type { Balancer } from './balancer.ts';
import type { Ledger, Write } from './ledger.ts';

interface OwnPost {
  link: string;
  id: string;
}

/** Somebody who adds, edits and deletes posts of their own. */
export interface Administrator {
  /** Makes the n-th change, through the n-th node, and enters it in the ledger. */
  change: (n: number) => Promise<void>;
  /** Goes on with new posts only, as people do who reload their screens. */
  leaveOldPosts: () => void;
}

const maxPosts = 40;
const changes = ['add', 'edit', 'add', 'edit', 'delete'] as const;
const words = ['harbour', 'lantern', 'meadow', 'violet', 'cinema', 'orchard', 'granite'];
const categories = ['english', 'indian', 'hijabi', 'viral'];

/** Returns the session's cookie. */
export const signInThrough = async (balancer: Balancer, key: number): Promise<string> => {
  const { status, cookies, body } = await balancer({
    method: 'POST',
    path: '/api/adminlogin',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${body}`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
};

const postFields = (link: string, title: string, n: number) => ({
  imageUrl: 'https://example.com/harbour.jpg',
  titel: title,
  link,
  Category: categories[n % categories.length],
  minutes: n % 60,
  tags: [`Tag ${words[n % words.length]}`, `Tag ${words[(n + 3) % words.length]}`],
  name: [`Performer ${words[(n + 1) % words.length]}`],
});

/** `onProblem` is told of answers that no fault explains: a session that ended, a post that is not there. */
export const createAdministrator = (
  name: string,
  cookie: string,
  balancer: Balancer,
  ledger: Ledger,
  onProblem: (problem: string) => void,
): Administrator => {
  let posts: OwnPost[] = [];

  const send = async (key: number, method: string, path: string, post: Pick<Write, 'link' | 'title'>, body: object) => {
    const sentAt = performance.now();
    const answer = await balancer({
      method,
      path: `/api${path}`,
      key,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status === 'no node') return undefined;
    const acknowledged = answer.status === 200;
    ledger.add({ ...post, node: answer.node?.name, sentAt, answeredAt: performance.now(), acknowledged });
    if (typeof answer.status === 'number' && answer.status >= 400 && answer.status < 500)
      onProblem(`${method} ${path} answered ${answer.status} on ${answer.node?.name}: ${answer.body}`);
    return acknowledged ? (JSON.parse(answer.body) as { post: { _id: string } }) : undefined;
  };
  const titleOf = (n: number) => `${words[n % words.length]} ${words[(n * 3 + 1) % words.length]} ${name}x${n}`;
  const add = async (n: number) => {
    const [link, title] = [`https://example.com/cluster/${name}-${n}`, titleOf(n)];
    const list = posts;
    const added = await send(n, 'POST', '/postdata', { link, title }, postFields(link, title, n));
    if (added) list.push({ link, id: added.post._id });
  };
  // A post that something went wrong with is left alone: nobody knows what it looks like.
  const edit = async (n: number, post: OwnPost) => {
    const { link, id } = post;
    const title = titleOf(n);
    const list = posts;
    if (await send(n, 'PUT', `/updatepost/${id}`, { link, title }, postFields(link, title, n))) list.push(post);
  };
  const remove = async (n: number, { link, id }: OwnPost) => {
    await send(n, 'DELETE', `/deletepost/${id}`, { link, title: null }, {});
  };

  return {
    change: (n) => {
      const kind = posts.length > maxPosts ? 'delete' : changes[n % changes.length];
      const post = kind === 'add' ? undefined : posts.shift();
      if (!post) return add(n);
      return kind === 'edit' ? edit(n, post) : remove(n, post);
    },
    leaveOldPosts: () => {
      // What is being written now belongs to the old ones.
      posts = [];
    },
  };
};
