import { type Command, InvalidArgumentError } from 'commander';
import { NotFoundError } from '#domain/errors.ts';
import { whyNotVisible } from '#domain/visibility.ts';
import { withDatabase } from './with-database.ts';

/** The number of a post, or what its URL says: 12-quiet-harbour. */
const postId = (text: string) => {
  const [, id] = /^(?:.*\/video\/)?(\d{1,15})(?:-.*)?$/.exec(text) ?? [];
  if (id === undefined) throw new InvalidArgumentError('It must be the number of a post, or its URL.');
  return Number(id);
};

export const addWhyCommand = (program: Command) =>
  program
    .command('why')
    .description('say why visitors do not see a post')
    .argument('<post>', 'its number or URL', postId)
    .action(async (id: number) => {
      const found = await withDatabase(({ db }) => whyNotVisible(db, id));
      if (!found) throw new NotFoundError(`There is no post ${id}.`);
      const post = found.title === '' ? `Post ${id}` : `Post ${id}, “${found.title}”,`;
      if (found.reasons.length === 0) return console.log(`${post} is visible to visitors.`);
      console.log(`${post} isn’t visible to visitors:`);
      for (const reason of found.reasons) console.log(`- ${reason}`);
      process.exitCode = 1;
    });
