import { Command, InvalidArgumentError } from 'commander';
import { StartupError } from '#db/startup-error.ts';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { DomainError } from '#domain/errors.ts';
import { ConfigError } from '#server/config.ts';
import { addAdminCommands } from './admin.ts';
import { progressBar } from './progress.ts';
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
  // Loaded when it is asked for: it is most of the program, and the other commands need none of it.
  .action(async () => (await import('./serve.ts')).serve());

program
  .command('migrate')
  .description('bring the schema of the database up to date')
  .action(() => withDatabase(async () => console.log('The schema is up to date.')));

program
  .command('seed')
  .description('load the demo catalogue into an empty database')
  .action(async () => {
    const bar = progressBar();
    const seeded = await withDatabase(({ pool }) => seedDemo(pool, { now: new Date(), onProgress: bar.update }));
    bar.stop();
    console.log(seeded ? 'The demo catalogue is loaded.' : 'There are videos already: nothing was loaded.');
  });

program
  .command('generate')
  .description('add a large synthetic catalogue, for load tests')
  .requiredOption('--videos <count>', 'how many videos', wholeNumber)
  .option('--seed <number>', 'another number gives another catalogue', wholeNumber, 1)
  .action(async ({ videos, seed }: { videos: number; seed: number }) => {
    const bar = progressBar();
    await withDatabase(({ pool }) =>
      generateCatalogue(pool, { videos, seed, now: new Date(), onProgress: bar.update }),
    );
    bar.stop();
    console.log(`${videos} videos are loaded.`);
  });

addAdminCommands(program);

try {
  await program.parseAsync();
} catch (problem) {
  // What the operator can mend is said in its own words; anything else is a fault of ours and shows where.
  const expected = problem instanceof StartupError || problem instanceof ConfigError || problem instanceof DomainError;
  console.error(expected ? problem.message : problem);
  process.exitCode = 1;
}
