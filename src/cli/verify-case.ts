import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Verdict, verifyCase } from '#domain/cases/signed-case.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';

const sentences: Record<Verdict, string> = {
  valid: 'Valid: the file is exactly as it was exported.',
  changed: 'Changed: the file differs from what was exported.',
  'other key': 'Another site: the file was signed with another key.',
  'no case': 'This is not an exported case.',
};

const withoutKey =
  'It was checked with the key in the file itself. To know which site signed it, pass the key that the site publishes at /.well-known/marquee-case-key.pem with --key.';

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new NotFoundError(`${file} could not be read: ${(error as Error).message}.`);
  }
};

const readKey = (file: string) => {
  const key = read(file);
  try {
    createPublicKey(key);
    return key;
  } catch {
    throw new ValidationError(`${file} is not a public key. Save /.well-known/marquee-case-key.pem of the site.`);
  }
};

export const addVerifyCaseCommand = (program: Command) =>
  program
    .command('verify-case')
    .description('check that an exported case has not been changed')
    .argument('<file>', 'the exported file')
    .option('--key <file>', "the site's public key, from /.well-known/marquee-case-key.pem")
    .action((file: string, { key }: { key?: string }) => {
      const verdict = verifyCase(read(file), key === undefined ? undefined : readKey(key));
      console.log(sentences[verdict]);
      if (verdict === 'valid' && key === undefined) console.log(withoutKey);
      if (verdict !== 'valid') process.exitCode = 1;
    });
