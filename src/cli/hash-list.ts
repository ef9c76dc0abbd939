import { type FileHandle, open } from 'node:fs/promises';
import type { Command } from 'commander';
import { numeral } from '#contract/values/fields.ts';
import { commandLine } from '#domain/audit-log.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import { addHashList, type HashListFile, removeHashLists } from '#domain/stay-down/hash-lists.ts';
import { withDatabase } from './with-database.ts';

interface Options {
  name: string;
  replace: boolean;
  remove: boolean;
}

/** Called before the database is opened, so that a wrong path fails immediately. */
const openFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path).catch((error: Error) => {
    throw new NotFoundError(`${path} could not be read: ${error.message}.`);
  });
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new ValidationError(`${path} is a folder.`);
};

const printBadLines = ({ bad, badLines }: HashListFile) => {
  for (const { line, text } of badLines)
    console.error(`Line ${line} isn’t a valid hash (16 hexadecimal digits): ${text}`);
  const more = bad - badLines.length;
  if (more > 0) console.error(`${numeral(more)} more lines aren’t valid.`);
  console.error('Nothing was loaded.');
  process.exitCode = 1;
};

const load = async (path: string, { name, replace }: Options) => {
  const file = await openFile(path);
  const { list, replaced, read } = await withDatabase(({ db }) =>
    addHashList(db, commandLine, name, file.createReadStream(), { replace }),
  );
  if (!list) return printBadLines(read);
  const instead = replaced > 0 ? ', replacing the previous list' : '';
  console.log(
    `${numeral(list.size)} hashes loaded as “${list.name}”${instead}. Posts are compared with them within minutes.`,
  );
};

const remove = async ({ name }: Options) => {
  await withDatabase(({ db }) => removeHashLists(db, commandLine, name));
  console.log(`“${name}” is deleted.`);
};

export const addHashListCommand = (program: Command) =>
  program
    .command('hash-list')
    .description('load a list of hashes of prohibited pictures, or delete one')
    .argument('[file]', 'one hash of 16 hexadecimal digits per line; text after a # is a comment')
    .requiredOption('--name <name>', 'shown to admins when a picture is on the list')
    .option('--replace', 'replace the list of this name', false)
    .option('--remove', 'delete the list of this name', false)
    .action((path: string | undefined, options: Options) => {
      if (options.remove) return remove(options);
      if (path === undefined) throw new ValidationError('Pass a file, or --remove.');
      return load(path, options);
    });
