import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, addPost, type Caller, type Post, postBody } from './back-office.ts';

/** When to kill: so many milliseconds after the writes were sent, or as soon as the first or last is answered. */
type Moment = number | 'first answer' | 'last answer';

/** From before a request is read to after it is answered. */
const moments: Moment[] = [0, 1, 2, 4, 6, 8, 12, 16, 'first answer', 'last answer'];

export interface Outcome {
  acknowledged: number;
  /** Writes that were done although nobody was told. */
  unacknowledged: number;
  /** What is wrong with the data afterwards. */
  problems: string[];
}

interface Write {
  answer: Promise<Answer<{ post?: Post }>>;
  /** Checks what became of it. `acknowledged` is whether the client was told that it is done. */
  check: (acknowledged: boolean) => Promise<{ isDone: boolean; problems: string[] }>;
}

const auditOf = async (api: Caller, id: string) => {
  const { body } = await api<{ entries: { action: string }[] }>('GET', `/audit?entity=video&entityId=${id}`);
  return body.entries.map(({ action }) => action).reverse();
};

const shownAs = async (api: Caller, id: string) => {
  const { status, body } = await api<Post>('POST', `/getVideo/${id}`);
  return status === 200 ? body : undefined;
};

/** Title, tags and the audit log change together or not at all. */
const stateOf = async (api: Caller, id: string) => {
  const post = await shownAs(api, id);
  const actions = await auditOf(api, id);
  return JSON.stringify([post?.titel ?? null, post?.tags ?? null, actions]);
};

const state = (title: string | null, ...actions: string[]) =>
  JSON.stringify([title, title === null ? null : [`tag-${title}`], actions]);

/** Either as before or as after; as after if the client was told so. */
const compare = (what: string, acknowledged: boolean, actual: string, before: string, after: string) => {
  const isDone = actual === after;
  if (isDone || (!acknowledged && actual === before)) return { isDone, problems: [] };
  const kind = actual === before ? 'an acknowledged write is lost' : 'a write is half done';
  return { isDone, problems: [`${what}: ${kind}: ${actual}`] };
};

const creation = (api: Caller, title: string): Write => ({
  answer: api('POST', '/postdata', postBody(title)),
  check: async (acknowledged) => {
    const { body } = await api<{ records: Post[] }>('GET', `/getpostdata?search=title:${title}`);
    const [found] = body.records.filter(({ titel }) => titel === title);
    const actual = found ? await stateOf(api, found._id) : state(null);
    return compare('create', acknowledged, actual, state(null), state(title, 'create'));
  },
});

const update = (api: Caller, { _id, titel }: Post): Write => {
  const changed = `${titel}changed`;
  return {
    answer: api('PUT', `/updatepost/${_id}`, { titel: changed, tags: [`tag-${changed}`] }),
    check: async (acknowledged) =>
      compare(
        'update',
        acknowledged,
        await stateOf(api, _id),
        state(titel, 'create'),
        state(changed, 'create', 'update'),
      ),
  };
};

const deletion = (api: Caller, { _id, titel }: Post): Write => ({
  answer: api('DELETE', `/deletepost/${_id}`),
  check: async (acknowledged) =>
    compare('delete', acknowledged, await stateOf(api, _id), state(titel, 'create'), state(null, 'create', 'delete')),
});

/** Creates, updates and deletes a post at the same time, kills at this moment, and checks each once all is back. */
const interruptWrites = async (
  api: Caller,
  name: string,
  moment: Moment,
  killAndWait: () => Promise<void>,
): Promise<Outcome> => {
  const [updated, deleted] = [await addPost(api, `${name}updated`), await addPost(api, `${name}deleted`)];
  const writes = [creation(api, `${name}created`), update(api, updated), deletion(api, deleted)];
  const answers = writes.map(({ answer }) => answer);
  if (moment === 'first answer') await Promise.race(answers);
  else if (moment === 'last answer') await Promise.all(answers);
  else await pause(moment);
  await killAndWait();
  const outcome: Outcome = { acknowledged: 0, unacknowledged: 0, problems: [] };
  for (const { answer, check } of writes) {
    const acknowledged = (await answer).status === 200;
    const { isDone, problems } = await check(acknowledged);
    if (acknowledged) outcome.acknowledged++;
    else if (isDone) outcome.unacknowledged++;
    outcome.problems.push(...problems.map((problem) => `${name} at ${moment}: ${problem}`));
  }
  return outcome;
};

const kills = 50;
/** The whole suite has to end within ten minutes, also on a busy machine. The report says how many kills there were. */
const budgetMs = 6 * 60_000;

/** Interrupts writes at every moment in turn. */
export const interruptRepeatedly = async (
  api: Caller,
  prepareKill: () => { kill: () => Promise<void> },
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  const until = performance.now() + budgetMs;
  for (let n = 0; n < kills && performance.now() < until; n++) {
    const { kill } = prepareKill();
    outcomes.push(await interruptWrites(api, `write${n}`, moments[n % moments.length] ?? 0, kill));
  }
  return outcomes;
};

export const describeOutcomes = (outcomes: Outcome[]) => {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const acknowledged = sum((outcome) => outcome.acknowledged);
  const problems = sum((outcome) => outcome.problems.length);
  const interrupted = outcomes.length * 3 - acknowledged;
  return (
    `${outcomes.length} kills, ${acknowledged} writes acknowledged, ${interrupted} interrupted ` +
    `(${sum((outcome) => outcome.unacknowledged)} of them done), ${problems} lost or half done`
  );
};
