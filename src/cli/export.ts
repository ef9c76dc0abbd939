import { constants } from 'node:os';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { fileOf, fileStream } from '#api/http/exported-files.ts';
import { catalogueFile, networkFile, postFile, starFile, tagFile } from '#api/records/exported.ts';
import { type ExportFormat, exportFormats } from '#contract/values/exports.ts';
import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit-log.ts';
import { writeFile } from '#domain/backup/write-file.ts';
import { everyName, everyPartner, everyPost, recordExport } from '#domain/exports/exports.ts';
import { untilStopped } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const parts = {
  posts: (db: Db, format: ExportFormat) => fileOf(postFile, format, everyPost(db)),
  stars: (db: Db, format: ExportFormat) => fileOf(starFile, format, everyName(db, 'performer')),
  tags: (db: Db, format: ExportFormat) => fileOf(tagFile, format, everyName(db, 'tag')),
  networks: (db: Db, format: ExportFormat) => fileOf(networkFile, format, everyPartner(db)),
};
type Part = keyof typeof parts;

interface ExportOptions {
  format?: ExportFormat;
  gzip?: boolean;
  only?: Part;
}

const withoutGz = (path: string) => path.replace(/\.gz$/i, '');

const formatOf = (path: string): ExportFormat => (/\.csv$/i.test(withoutGz(path)) ? 'csv' : 'jsonl');

const standardOutput = '-';

/** Readers such as `head` may close the pipe early. That isn't an error, but sets the exit code of SIGPIPE. */
const print = (file: Readable) =>
  pipeline(file, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode = 128 + constants.signals.SIGPIPE;
  });

const exportCatalogue = async (path: string, options: ExportOptions, signal: AbortSignal) => {
  const { format = formatOf(path), gzip = path !== withoutGz(path) } = options;
  // A CSV file has rows of one kind.
  const part = options.only ?? (format === 'csv' ? 'posts' : undefined);
  await withDatabase(async ({ db, site }) => {
    await recordExport(db, commandLine, { name: part ?? 'catalogue', format, filter: '', count: undefined });
    const text = part === undefined ? catalogueFile(db, site.siteUrl) : parts[part](db, format);
    const file = addAbortSignal(signal, fileStream(text, { isCompressed: gzip }));
    if (path === standardOutput) await print(file);
    else await writeFile(path, (write) => write(file));
  });
  if (path === standardOutput) return;
  console.log(`The ${part ?? 'catalogue'} ${part === undefined ? 'was' : 'were'} written to ${path}.`);
  if (part === 'posts' && options.only === undefined) console.log('To export stars, tags or networks, use --only.');
};

export const addExportCommand = (program: Command) => {
  program
    .command('export')
    .description('write the catalogue, or a part of it, to a file that can be imported again')
    .argument('<file>', 'the file to write, or - for standard output; compressed if it ends in .gz')
    .addOption(
      new Option('--format <format>', 'by default, taken from the ending of the file name').choices(exportFormats),
    )
    .option('--gzip', 'compress the file')
    .addOption(new Option('--only <part>', 'export one kind of rows only').choices(Object.keys(parts)))
    .action((path: string, options: ExportOptions) =>
      untilStopped('The export was canceled: no file was written.', (signal) => exportCatalogue(path, options, signal)),
    );
};
