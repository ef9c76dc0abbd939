import type { Command } from 'commander';
import { seoProblemKinds, seoProblemLabels } from '#contract/values/checks.ts';
import { StartupError } from '#db/errors.ts';
import type { SeoReport } from '#domain/seo-check/crawl-site.ts';
import { runSeoCheck, seoCheckToken, startSeoCheck } from '#domain/seo-check/seo-checks.ts';
import { loadConfig } from '#server/config.ts';
import { loadSecretKey } from '#server/secret-key.ts';
import { progressBar, stopSignal } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const printedExamples = 20;

const assertAnswers = async (url: string) => {
  const response = await fetch(`${url}/healthz`).catch(() => undefined);
  if (!response?.ok)
    throw new StartupError(`No site responds at ${url}: start it with "marquee serve", or pass its URL with --url.`);
};

const describe = ({ counts, examples, isComplete }: SeoReport) => {
  const lines: string[] = [];
  for (const kind of seoProblemKinds) {
    const count = counts[kind] ?? 0;
    if (count === 0) continue;
    lines.push('', `${seoProblemLabels[kind]}: ${count}`);
    for (const { path, detail, from } of examples.filter((problem) => problem.kind === kind).slice(0, printedExamples))
      lines.push(`  ${path} ${detail}${from === undefined ? '' : ` (linked from ${from})`}`);
    if (count > printedExamples) lines.push(`  and ${count - printedExamples} more`);
  }
  if (!isComplete) lines.push('', 'The site has more pages than a check reads. The rest was not checked.');
  return lines;
};

const seoCheck = async ({ url, fast }: { url?: string; fast: boolean }) => {
  const config = loadConfig();
  const ownUrl = url ?? `http://127.0.0.1:${config.port}`;
  await assertAnswers(ownUrl);
  const site = { url: ownUrl, siteUrl: config.siteUrl, token: seoCheckToken(loadSecretKey(config)) };
  const stopped = new AbortController();
  stopSignal().then(() => stopped.abort());
  const bar = progressBar();
  let pages = 0;
  const report = await withDatabase(async ({ db }) =>
    runSeoCheck(db, await startSeoCheck(db, 'Command line'), {
      site,
      isGentle: !fast,
      signal: stopped.signal,
      onProgress: ({ read, known }) => {
        pages = read;
        bar.update({ step: `${read} of ${known} pages`, done: read / Math.max(known, 1) });
      },
    }),
  ).finally(bar.stop);
  if (!report) {
    console.log('The check was canceled.');
    process.exitCode = 1;
    return;
  }
  const problems = describe(report);
  console.log(`${pages} pages checked${problems.length === 0 ? ': nothing found.' : '.'}`);
  for (const line of problems) console.log(line);
  if (problems.length > 0) process.exitCode = 1;
};

export const addSeoCheckCommand = (program: Command) =>
  program
    .command('seo-check')
    .description('check what search engines see of the running site: duplicates, orphans, broken links, missing texts')
    .option('--url <url>', 'the URL of the site, if it does not listen on PORT of this machine')
    .option('--fast', 'check at full speed, instead of leaving half of the time to visitors', false)
    .action(seoCheck);
