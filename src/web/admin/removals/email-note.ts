import type { Case } from './cases.ts';

type Known = 'reporterEmail' | 'hasReporterEmail' | 'isReporterHidden' | 'erasedAt' | 'sendsMail';

/** What the reporter learns by email, or why only the status page says it. */
export const emailNote = (
  { reporterEmail, hasReporterEmail, isReporterHidden, erasedAt, sendsMail }: Pick<Case, Known>,
  content: string,
) => {
  if (erasedAt) return 'The reporter’s email was erased: they see it only on the status page.';
  if (!hasReporterEmail) return 'The reporter gave no email and sees it only on the status page.';
  if (!sendsMail) return 'The site has no mail server: the reporter sees it only on the status page.';
  return `${isReporterHidden ? 'The reporter' : reporterEmail} gets an email with ${content}.`;
};
