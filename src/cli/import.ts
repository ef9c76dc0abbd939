import { constants } from 'node:os';
import type { Command } from 'commander';
import { numeral } from '#contract/values/fields.ts';
import { listedOutcomes, rowOutcomes } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit-log.ts';
import { ConflictError } from '#domain/errors.ts';
import { findActive, findInterrupted, runHere } from '#domain/imports/command-line.ts';
import { discardImport, startCheck, startRun, stopImport } from '#domain/imports/control-imports.ts';
import { type Import, readImport, readImportRows } from '#domain/imports/imports.ts';
import { type OpenedFeed, openFeed, receiveNamed, withSettings } from './import-feed.ts';
import { progressBar, progressLines, stopSignal } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const outcomeNames: Record<(typeof rowOutcomes)[number] | 'incomplete', string> = {
  new: 'new',
  changed: 'changed',
  same: 'same as before',
  duplicate: 'duplicates',
  refused: 'refused',
  bad: 'bad rows',
  heldBack: 'held back by the daily cap',
  incomplete: 'of which values are left out',
};

const reasonsShown = 3;

const printCount = (count: number, name: string) => console.log(`  ${numeral(count).padStart(11)} ${name}`);

const printCounts = (title: string, counts: Import['counts']) => {
  console.log(title);
  for (const outcome of rowOutcomes) if (counts[outcome] > 0) printCount(counts[outcome], outcomeNames[outcome]);
};

const printReasons = async (db: Db, id: number) => {
  for (const outcome of listedOutcomes) {
    if (outcome === 'new' || outcome === 'takenDown' || outcome === 'leftAlone') continue;
    for (const { number, reason, title } of await readImportRows(db, id, { outcome, limit: reasonsShown }))
      console.log(`  row ${numeral(number)} (${outcomeNames[outcome]}): ${reason} ${title.slice(0, 60)}`);
  }
};

const printChecked = async (db: Db, checked: Import): Promise<void> => {
  const { id, totalRows, checkedCounts, incompleteRows, unusedColumns, missing, replacedRows } = checked;
  printCounts(`Dry run: ${numeral(totalRows ?? 0)} rows`, checkedCounts);
  if (incompleteRows > 0) printCount(incompleteRows, outcomeNames.incomplete);
  if (unusedColumns.length > 0)
    console.log(`  Columns that are not imported: ${unusedColumns.map(({ name }) => name).join(', ')}`);
  if (missing !== null) printCount(missing, 'posts missing from the feed');
  if (replacedRows > 0)
    printCount(replacedRows, 'rows of a waiting import, which are imported only if this feed has them');
  await printReasons(db, id);
};

const printImported = ({ counts, takenDown, notice, state }: Import): void => {
  printCounts('Imported:', counts);
  if (takenDown > 0) printCount(takenDown, 'taken down');
  if (notice) console.log(notice);
  if (state === 'waiting')
    console.log('Rows that the daily cap held back will be imported from tomorrow on, while the site is running.');
};

/** For example "row 2,000 of 6,000". */
const placeOf = ({ doneRows, totalRows }: Pick<Import, 'doneRows' | 'totalRows'>) =>
  `row ${numeral(doneRows)}${totalRows === null ? '' : ` of ${numeral(totalRows)}`}`;

/** Reports the progress of a step, and its speed since the first report. */
const progressOf = (step: string) => {
  const startedAt = performance.now();
  let from: number | undefined;
  return ({ doneRows, totalRows }: Import) => {
    from ??= doneRows;
    const rate = Math.round((1000 * Math.max(0, doneRows - from)) / Math.max(1, performance.now() - startedAt));
    const rows = `${numeral(doneRows)}${totalRows === null ? '' : ` of ${numeral(totalRows)}`} rows`;
    return {
      step: `${step}: ${rows}, ${numeral(rate)} a second`,
      done: totalRows === null ? 0 : doneRows / Math.max(1, totalRows),
    };
  };
};

interface Options {
  source: string;
  dryRun: boolean;
  yes: boolean;
}

interface Context {
  db: Db;
  /** Aborted with a StoppedError. */
  signal: AbortSignal;
  siteUrl: string;
}

/** A signal stopped the command. */
class StoppedError extends Error {
  readonly exitCode: number;

  constructor(message: string, signal: NodeJS.Signals) {
    super(message);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const work = async ({ db, signal }: Context, id: number, step: string): Promise<Import> => {
  const report = process.stdout.isTTY ? progressBar() : progressLines((line) => console.log(line));
  const logger = { error: (details: object, message: string) => console.error(message, details) };
  const progress = progressOf(step);
  await runHere(db, id, { onProgress: (each) => report.update(progress(each)), signal, logger }).finally(report.stop);
  return readImport(db, id);
};

const sayStopped = (sentence: string, { reason }: AbortSignal) => {
  console.error(sentence);
  process.exitCode = (reason as StoppedError).exitCode;
};

const assertEnded = ({ state, error }: Import, wanted: Import['state'][]) => {
  if (!wanted.includes(state)) throw new ConflictError(error ?? `The import is ${state}.`);
};

const underWayWords = { checking: 'in its dry run', running: 'being imported', undoing: 'being undone' };

/** Fails before the feed is received if another import of the source is running. */
const assertIdle = async ({ db, siteUrl }: Context, source: string) => {
  const other = await findActive(db, source);
  if (!other) return;
  const { id, fileName, admin, state } = other;
  const doing = underWayWords[state as keyof typeof underWayWords];
  throw new ConflictError(
    `${fileName} of “${other.source}” is ${doing} (${admin}, ${placeOf(other)}). Follow or stop it at ${siteUrl}/admin/imports/${id}.`,
  );
};

const runImport = async (context: Context, { id }: Import, { kind }: OpenedFeed) => {
  const { db, signal, siteUrl } = context;
  const ended = await work(context, id, 'Import');
  if (signal.aborted && ended.state === 'running') {
    const stopped = await stopImport(db, commandLine, id);
    const here = `${siteUrl}/admin/imports/${id}`;
    const next =
      kind === 'file'
        ? `Run the same command to continue, or undo the import at ${here}.`
        : `Resume or undo it at ${here}.`;
    return sayStopped(`Stopped after ${placeOf(stopped)}: what has been imported stays. ${next}`, signal);
  }
  assertEnded(ended, ['finished', 'waiting']);
  printImported(ended);
};

/** Runs the dry run and then the import, unless only a dry run was requested or the import needs confirmation. */
const checkAndRun = async (context: Context, received: Import, feed: OpenedFeed, { dryRun, yes }: Options) => {
  const { db, signal } = context;
  const { id, settings } = received;
  if (received.state !== 'checking') await startCheck(db, id, { settings });
  const checked = await work(context, id, 'Dry run');
  if (signal.aborted) {
    if (checked.state === 'checking') await stopImport(db, commandLine, id);
    await discardImport(db, id);
    return sayStopped('Stopped: nothing was written.', signal);
  }
  assertEnded(checked, ['checked']);
  await printChecked(db, checked);
  if (dryRun) {
    await discardImport(db, id);
    console.log('Nothing was written. To import the feed, leave out --dry-run.');
    return;
  }
  if (checked.needsConfirmation && !yes) {
    await discardImport(db, id);
    throw new ConflictError(
      `The feed is missing ${numeral(checked.missing ?? 0)} of the ${numeral(checked.sourcePosts ?? 0)} posts of “${checked.source}”. Nothing was written. To take them down, add --yes.`,
    );
  }
  await startRun(db, commandLine, id, { confirmsTakeDown: yes });
  await runImport(context, checked, feed);
};

const importFeed = async (context: Context, feed: OpenedFeed, options: Options) => {
  const { db } = context;
  const interrupted = await findInterrupted(db, options.source, feed);
  if (interrupted && !interrupted.startedAt) {
    console.log(
      `Resuming the dry run of ${feed.name}, which was interrupted or is still running. Press Ctrl-C to stop it.`,
    );
    return checkAndRun(context, await withSettings(db, interrupted), feed, options);
  }
  if (interrupted && !options.dryRun) {
    const was = interrupted.state === 'running' ? 'was interrupted or is still running' : `has ${interrupted.state}`;
    console.log(`The import of ${feed.name} ${was}: resuming after ${placeOf(interrupted)}. Press Ctrl-C to stop it.`);
    if (interrupted.state !== 'running') await startRun(db, commandLine, interrupted.id);
    return runImport(context, interrupted, feed);
  }
  await assertIdle(context, options.source);
  await checkAndRun(context, await receiveNamed(db, options.source, feed), feed, options);
};

export const addImportCommand = (program: Command) =>
  program
    .command('import')
    .description('import a feed of posts: first a dry run, then the import itself')
    .argument(
      '<file>',
      'a file, a URL, or - for standard input; CSV, JSON, JSON Lines, RSS or Atom, also as .gz or .zip',
    )
    .requiredOption('--source <name>', 'the source of the feed; created if it is new')
    .option('--dry-run', 'only report what would happen to the rows', false)
    .option('--yes', 'take down all posts missing from the feed, however many, if the source takes posts down', false)
    .action(async (path: string, options: Options) => {
      const stopped = new AbortController();
      const { signal } = stopped;
      void stopSignal().then((name) => stopped.abort(new StoppedError('Stopped: nothing was written.', name)));
      const feed = await openFeed(path, signal);
      try {
        await withDatabase(({ db, site }) => importFeed({ db, signal, siteUrl: site.siteUrl }, feed, options));
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        sayStopped(error.message, signal);
      }
    });
