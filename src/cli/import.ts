import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { listedOutcomes, rowOutcomes } from '#contract/values/imports.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit/record-change.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { createFetchStream } from '#domain/fetching/fetch-stream.ts';
import { discardImport, startCheck, startRun, stopImport } from '#domain/imports/control-imports.ts';
import { fetchFeed } from '#domain/imports/feeds-by-url/fetch-feed.ts';
import { findInterrupted } from '#domain/imports/find-interrupted.ts';
import { type Import, readImportRows } from '#domain/imports/imports.ts';
import { runHere } from '#domain/imports/run-here.ts';
import { loadConfig } from '#server/config.ts';
import { type NamedFeed, receiveNamed } from './import-source.ts';
import { progressBar } from './progress.ts';
import { stopSignal } from './stop-signal.ts';
import { withDatabase } from './with-database.ts';

interface Options {
  source: string;
  dryRun: boolean;
  yes: boolean;
}

interface OpenedFeed extends NamedFeed {
  /** Of a file; unknown for others. */
  size: number | undefined;
}

const outcomeNames: Record<(typeof rowOutcomes)[number], string> = {
  new: 'new',
  changed: 'changed',
  same: 'same as before',
  duplicate: 'duplicates',
  refused: 'refused',
  bad: 'bad rows',
  heldBack: 'held back by the daily cap',
};

const reasonsShown = 3;

const openUrl = (url: string, signal: AbortSignal): OpenedFeed => {
  const { siteUrl, fetchAllow } = loadConfig();
  const fetchStream = createFetchStream({ siteUrl, allow: fetchAllow });
  return {
    name: url,
    size: undefined,
    bytes: async function* () {
      const feed = { url, etag: null, lastModified: null };
      const fetched = await fetchFeed(fetchStream, feed, undefined, { now: new Date(), signal });
      if (fetched) yield* fetched.body;
    },
  };
};

/** Opens the feed before the database is opened, so that a wrong path fails immediately. */
const openFeed = async (path: string, signal: AbortSignal): Promise<OpenedFeed> => {
  if (path === '-') return { name: 'standard input', size: undefined, bytes: () => process.stdin };
  if (/^https?:\/\//i.test(path)) return openUrl(path, signal);
  const found = await stat(path).catch((error: Error) => {
    throw new NotFoundError(`${path} could not be read: ${error.message}.`);
  });
  if (found.isDirectory()) throw new ValidationError(`${path} is a folder.`);
  const file = await open(path);
  return { name: basename(path), size: found.size, bytes: () => file.createReadStream() };
};

const work = async (db: Db, id: number, step: string, signal: AbortSignal): Promise<Import> => {
  const bar = progressBar();
  const logger = { error: (details: object, message: string) => console.error(message, details) };
  const startedAt = performance.now();
  let from: number | undefined;
  const onProgress = ({ doneRows, totalRows, checkedCounts }: Import) => {
    from ??= doneRows;
    const rate = Math.round((1000 * (doneRows - from)) / Math.max(1, performance.now() - startedAt));
    const total =
      totalRows ??
      Math.max(
        doneRows,
        Object.values(checkedCounts).reduce((sum, count) => sum + count, 0),
      );
    const rows = `${step}: ${numeral(doneRows)} rows, ${numeral(Math.max(0, rate))} a second`;
    bar.update({ step: rows, done: totalRows === null ? 0 : doneRows / Math.max(1, total) });
  };
  return runHere(db, id, { onProgress, signal, logger }).finally(bar.stop);
};

const printCounts = (title: string, counts: Import['counts']) => {
  console.log(title);
  for (const outcome of rowOutcomes)
    if (counts[outcome] > 0) console.log(`  ${numeral(counts[outcome]).padStart(11)} ${outcomeNames[outcome]}`);
};

const printReasons = async (db: Db, id: number) => {
  for (const outcome of listedOutcomes) {
    if (outcome === 'new' || outcome === 'takenDown' || outcome === 'leftAlone') continue;
    for (const { number, reason, title } of await readImportRows(db, id, { outcome, limit: reasonsShown }))
      console.log(`  row ${numeral(number)} (${outcomeNames[outcome]}): ${reason} ${title.slice(0, 60)}`);
  }
};

const assertEnded = ({ state, error }: Import, wanted: Import['state'][]) => {
  if (!wanted.includes(state)) throw new ConflictError(error ?? `The import is ${state}.`);
};

const checkFeed = async (db: Db, received: Import, signal: AbortSignal): Promise<Import> => {
  const { id, settings } = received;
  await startCheck(db, id, { settings });
  const checked = await work(db, id, 'Dry run', signal);
  if (signal.aborted) return checked;
  assertEnded(checked, ['checked']);
  printCounts(`Dry run: ${numeral(checked.totalRows ?? 0)} rows`, checked.checkedCounts);
  if (checked.missing !== null) console.log(`  ${numeral(checked.missing).padStart(11)} posts that the feed lacks`);
  await printReasons(db, id);
  return checked;
};

const runImport = async (db: Db, { id }: Import, signal: AbortSignal) => {
  const ended = await work(db, id, 'Import', signal);
  if (signal.aborted) {
    if (ended.state === 'running') await stopImport(db, commandLine, id);
    console.error('Stopped. The same command goes on where it was.');
    process.exitCode = 130;
    return;
  }
  assertEnded(ended, ['finished', 'waiting']);
  printCounts('Imported:', ended.counts);
  if (ended.takenDown > 0) console.log(`  ${numeral(ended.takenDown).padStart(11)} taken down`);
  if (ended.notice) console.log(ended.notice);
  if (ended.state === 'waiting')
    console.log('What the daily cap held back goes in from tomorrow on, while the site is running.');
};

const importFeed = async (db: Db, feed: OpenedFeed, { source, dryRun, yes }: Options, signal: AbortSignal) => {
  const interrupted = await findInterrupted(db, source, feed);
  if (interrupted && !dryRun) {
    console.log(`Going on with the import of ${feed.name} after row ${numeral(interrupted.doneRows)}.`);
    if (interrupted.state !== 'running') await startRun(db, commandLine, interrupted.id);
    return runImport(db, interrupted, signal);
  }
  const checked = await checkFeed(db, await receiveNamed(db, source, feed), signal);
  if (signal.aborted) {
    if (checked.state === 'checking') await stopImport(db, commandLine, checked.id);
    await discardImport(db, checked.id);
    console.error('Stopped: nothing was written.');
    process.exitCode = 130;
    return;
  }
  if (dryRun) {
    await discardImport(db, checked.id);
    console.log('Nothing was written. Without --dry-run the feed goes in.');
    return;
  }
  if (checked.needsConfirmation && !yes) {
    await discardImport(db, checked.id);
    throw new ConflictError(
      `The feed lacks ${numeral(checked.missing ?? 0)} of the ${numeral(checked.sourcePosts ?? 0)} posts of “${checked.source}”. Nothing was written. With --yes they are taken down.`,
    );
  }
  await startRun(db, commandLine, checked.id, { confirmsTakeDown: yes });
  await runImport(db, checked, signal);
};

export const addImportCommand = (program: Command) =>
  program
    .command('import')
    .description('import a feed of posts: first a dry run, then the import itself')
    .argument(
      '<file>',
      'a file, a URL, or - for standard input; CSV, JSON, JSON Lines, RSS or Atom, also as .gz or .zip',
    )
    .requiredOption('--source <name>', 'the source that the feed is of; a new one is created')
    .option('--dry-run', 'only say what would become of the rows', false)
    .option('--yes', 'take down what the feed lacks, however much that is, if the source does so', false)
    .action(async (path: string, options: Options) => {
      const stopped = new AbortController();
      void stopSignal().then(() => stopped.abort());
      const feed = await openFeed(path, stopped.signal);
      await withDatabase(({ db }) => importFeed(db, feed, options, stopped.signal));
    });
