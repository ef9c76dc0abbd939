import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { numeral } from '#contract/values/sentences.ts';
import { commandLine } from '#domain/audit/record-change.ts';
import { addHashList } from '#domain/safety/stay-down/hash-lists.ts';
import { withDatabase } from './with-database.ts';

const load = async (path: string, name: string) => {
  const file = createReadStream(path);
  const { list, read } = await withDatabase(({ db }) => addHashList(db, commandLine, name, file));
  if (list) {
    console.log(`${numeral(list.size)} hashes loaded as “${list.name}”. Posts are compared with them within minutes.`);
    return;
  }
  for (const { line, text } of read.badLines)
    console.error(`Line ${line} is no hash of 16 hexadecimal digits: ${text}`);
  const more = read.bad - read.badLines.length;
  if (more > 0) console.error(`${numeral(more)} more lines are wrong.`);
  console.error('Nothing was loaded.');
  process.exitCode = 1;
};

export const addHashListCommand = (program: Command) =>
  program
    .command('hash-list')
    .description('load a list of hashes of pictures that may not be listed')
    .argument('<file>', 'a hash of 16 hexadecimal digits per line; what follows a # is a comment')
    .requiredOption('--name <name>', 'what admins read when a picture is on the list')
    .action((path: string, { name }: { name: string }) => load(path, name));
