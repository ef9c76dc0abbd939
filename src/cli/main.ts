import { Command, InvalidArgumentError } from 'commander';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { addAdminCommands } from './admin.ts';
import { addBackupCommands } from './backup.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExportCommand } from './export.ts';
import { addHashListCommand } from './hash-list.ts';
import { addImportCommand } from './import.ts';
import { addSeoCheckCommand } from './seo-check.ts';
import { printExpected, progressBar } from './terminal.ts';
import { addVerifyCaseCommand } from './verify-case.ts';
import { addWhyCommand } from './why.ts';
import { withDatabase } from './with-database.ts';

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999999.');
  return Number(text);
};

const program = new Command('marquee')
  .description('A self-hosted directory of video links.')
  .showHelpAfterError('(add --help for more)');

program
  .command('serve')
  .description('start the site')
  // Imported lazily: it is most of the program, and other commands don't need it.
  .action(async () => (await import('./serve.ts')).serve());

program
  .command('build')
  .description('build the pages ahead of the first start')
  .action(async () => {
    const { buildWeb } = await import('#server/web-build.ts');
    console.log((await buildWeb()) ? 'The pages were built.' : 'The pages are up to date.');
  });

program
  .command('migrate')
  .description('migrate the database schema to the current version')
  .action(() => withDatabase(async () => console.log('The schema is up to date.')));

program
  .command('seed')
  .description('load the demo catalogue into an empty database')
  .action(async () => {
    const bar = progressBar();
    const seeded = await withDatabase(({ pool }) => seedDemo(pool, { now: new Date(), onProgress: bar.update }), {
      asOwner: true,
    });
    bar.stop();
    console.log(seeded ? 'Demo catalogue loaded.' : 'The database already has videos: nothing was loaded.');
  });

program
  .command('generate')
  .description('add a large synthetic catalogue, for load tests')
  .requiredOption('--videos <count>', 'number of videos', wholeNumber)
  .option('--seed <number>', 'seed of the generator; each gives a different catalogue', wholeNumber, 1)
  .action(async ({ videos, seed }: { videos: number; seed: number }) => {
    const bar = progressBar();
    await withDatabase(
      ({ pool }) => generateCatalogue(pool, { videos, seed, now: new Date(), onProgress: bar.update }),
      { asOwner: true },
    );
    bar.stop();
    console.log(`${videos} videos loaded.`);
  });

addAdminCommands(program);
addSeoCheckCommand(program);
addBackupCommands(program);
addHashListCommand(program);
addImportCommand(program);
addExportCommand(program);
addDoctorCommand(program);
addVerifyCaseCommand(program);
addWhyCommand(program);

await program.parseAsync().catch(printExpected);
