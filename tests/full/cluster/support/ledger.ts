/** A change of a post that an administrator asked for. */
export interface Write {
  /** The post's link, which stays the same. */
  link: string;
  /** The title that it gives the post; null deletes it. */
  title: string | null;
  /** The name of the node that answered. */
  node: string | undefined;
  sentAt: number;
  answeredAt: number;
  /** Whether the administrator was told that it is done. Otherwise it may be done or not. */
  acknowledged: boolean;
}

/** A row of `videos`. */
export interface StoredPost {
  id: string;
  link: string;
  title: string;
  deleted: boolean;
}

export interface Comparison {
  /** All that were compared. */
  writes: readonly Write[];
  acknowledged: number;
  /** Writes that nobody was told about, and how many of them were done. */
  unanswered: number;
  unansweredDone: number;
  lost: Write[];
  /** What no order of the writes explains. */
  problems: string[];
}

/** What became of a post: its title, null if it was deleted, undefined if it never was. */
type State = string | null | undefined;

const stateOf = (stored: StoredPost | undefined): State => (stored?.deleted ? null : stored?.title);

/** Every write of the administrators, to be compared with what the database has. */
export interface Ledger {
  add: (write: Write) => void;
  writes: () => readonly Write[];
  /** Compares the writes since the last comparison with the database, which is believed from then on. */
  compare: (stored: readonly StoredPost[]) => Comparison;
}

export const createLedger = (): Ledger => {
  /** As of the last comparison. */
  let before = new Map<string, State>();
  let writes: Write[] = [];

  /** Finds the last write that the stored state results from; all that were acknowledged after it are lost. */
  const comparePost = (link: string, ofPost: Write[], actual: State) => {
    const states = [before.get(link), ...ofPost.map(({ title }) => title)];
    const at = states.lastIndexOf(actual);
    const later = ofPost.slice(Math.max(at, 0));
    return {
      isKnown: at >= 0,
      done: ofPost.slice(0, Math.max(at, 0)),
      lost: later.filter(({ acknowledged }) => acknowledged),
    };
  };

  return {
    add: (write) => writes.push(write),
    writes: () => writes,
    compare: (stored) => {
      const byLink = Map.groupBy(stored, ({ link }) => link);
      const byPost = Map.groupBy(writes, ({ link }) => link);
      const problems: string[] = [];
      const lost: Write[] = [];
      let unansweredDone = 0;
      for (const link of new Set([...byLink.keys(), ...byPost.keys(), ...before.keys()])) {
        const [found, ...duplicates] = byLink.get(link) ?? [];
        if (duplicates.length > 0) problems.push(`${link} is there ${duplicates.length + 1} times`);
        const post = comparePost(link, byPost.get(link) ?? [], stateOf(found));
        if (!post.isKnown) problems.push(`${link} is ${JSON.stringify(found)}, which nobody has written`);
        lost.push(...post.lost);
        unansweredDone += post.done.filter(({ acknowledged }) => !acknowledged).length;
      }
      const unanswered = writes.filter(({ acknowledged }) => !acknowledged).length;
      const compared = writes;
      before = new Map(stored.map((post) => [post.link, stateOf(post)]));
      writes = [];
      return {
        writes: compared,
        acknowledged: compared.length - unanswered,
        unanswered,
        unansweredDone,
        lost,
        problems,
      };
    },
  };
};
