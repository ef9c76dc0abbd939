import { Link } from 'react-router';
import { auditSentence } from '#contract/values/audit-sentence.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import { recordUrl } from './record-url.ts';

/** What was done, with a link to the record. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const { lead, record, rest } = auditSentence(entry);
  const url = record === '' ? undefined : recordUrl(entry);
  return (
    <span className="[overflow-wrap:anywhere]">
      {lead}
      {url === undefined ? (
        <bdi>{record}</bdi>
      ) : (
        <Link to={url} className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-current">
          <bdi>{record}</bdi>
        </Link>
      )}
      {rest}
    </span>
  );
}
