import { useNavigate, useSearchParams } from 'react-router';
import type { MailRecord } from '#contract/system.ts';
import { type MailStatus, mailStatuses } from '#contract/values/record-kinds.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { momentLabel } from '../kit/format.ts';
import { FilterSelect, SearchField } from '../kit/lists/filters.tsx';
import { OlderLink, searchOf } from '../kit/lists/pages.tsx';
import { type WithId, withId } from '../kit/records/record.ts';
import { Empty, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';

type Message = WithId<MailRecord>;

const loadMessages = async (query: { before: string; status: MailStatus | ''; search: string }) => {
  const { mails, next } = await adminClient.getOutbox({ query });
  return { messages: mails.map(withId), next };
};

const loadMessage = async (id: string) => withId((await adminClient.getMail({ params: { id } })).mail);

const retryMessage = ({ id }: Message) => adminClient.retryMail({ params: { id } });

const tones = { waiting: 'quiet', sent: 'quiet', failed: 'danger' } as const;

const messageColumns = (onRetry: (message: Message) => void): Column<Message>[] => [
  momentColumn('createdAt', 'When', 'detail', 'text-muted whitespace-nowrap'),
  {
    id: 'recipient',
    header: 'To',
    className: '[overflow-wrap:anywhere]',
    phone: 'detail',
    cell: (row) => row.recipient,
  },
  {
    id: 'subject',
    header: 'Subject',
    className: 'font-medium [overflow-wrap:anywhere]',
    phone: 'title',
    cell: (row) => row.subject,
  },
  {
    id: 'status',
    header: 'Status',
    phone: 'detail',
    cell: (row) => (
      <span className="grid justify-items-start gap-1 max-md:inline">
        <Badge tone={tones[row.status]}>{row.status}</Badge>
        {row.lastError && (
          <span className="text-[13px] [overflow-wrap:anywhere] text-muted max-md:hidden">{row.lastError}</span>
        )}
      </span>
    ),
  },
  actionsColumn(
    (message) =>
      message.status === 'failed' && (
        <RowButton label={`Send “${message.subject}” again`} onClick={() => onRetry(message)}>
          Send again
        </RowButton>
      ),
  ),
];

interface MessageDialogProps {
  message: Message | null;
  busy: boolean;
  onClose: () => void;
  onRetry: (message: Message) => void;
}

const stateOf = ({ status, sentAt, nextTryAt }: Message) => {
  if (status === 'sent') return `Sent ${momentLabel(sentAt)}`;
  return status === 'failed' ? 'Failed' : `Waiting, next attempt ${momentLabel(nextTryAt)}`;
};

function MessageDialog({ message, busy, onClose, onRetry }: MessageDialogProps) {
  const facts = message
    ? [
        ['To', message.recipient],
        ['Written', momentLabel(message.createdAt)],
        ['State', stateOf(message)],
        ['Attempts', String(message.attempts)],
        ['Last error', message.lastError ?? ''],
      ].filter(([, value]) => value !== '')
    : [];
  return (
    <FormDialog open={message !== null} title={message?.subject ?? ''} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long email is scrolled by keyboard
        tabIndex={0}
        aria-label="Message"
        role="document"
        className="mt-4 max-h-[50svh] overflow-y-auto rounded-xl border border-line bg-bg p-4 font-sans text-sm [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {message?.body}
      </pre>
      {message?.status === 'failed' && (
        <div className="mt-4 flex justify-end">
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => onRetry(message)}>
            Send again
          </button>
        </div>
      )}
    </FormDialog>
  );
}

const noMessages = { messages: [], next: null };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const { searchParams } = url;
  const status = mailStatuses.find((known) => known === searchParams.get('status')) ?? '';
  const query = { before: searchParams.get('before') ?? '', status, search: searchOf(url) } as const;
  const openId = searchParams.get('open');
  const [list, opened] = await Promise.all([
    loadWithFallback(loadMessages(query), noMessages, 'Failed to fetch mail'),
    loadWithFallback(openId ? loadMessage(openId) : Promise.resolve(null), null, 'Failed to fetch the email'),
  ]);
  return { list, opened };
};

export default function Messages({ loaderData: { list, opened } }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const { run, busy } = useSingleAction('The email could not be sent again.');
  const retry = (message: Message) => void run(() => retryMessage(message), 'The email will be sent again.');
  const urlOf = (message: Message | null) => {
    const updated = new URLSearchParams(parameters);
    if (message) updated.set('open', message.id);
    else updated.delete('open');
    return `/admin/mail?${updated}`;
  };
  return (
    <>
      <ScreenHead title="Mail">
        <SearchField label="Search mail" />
        <FilterSelect name="status" label="Show" options={mailStatuses} />
      </ScreenHead>
      <Problem message={opened.problem} />
      <DataTable
        label="Mail"
        columns={messageColumns(retry)}
        rows={list.data.messages}
        problem={list.problem}
        keyOf={({ id }) => id}
        linkTo={urlOf}
        empty={
          <Empty title="No mail">
            Emails to people who submit a website, and to admins about their accounts, appear here.
          </Empty>
        }
      />
      <OlderLink next={list.data.next} />
      <MessageDialog
        message={opened.data}
        busy={busy}
        onClose={() => navigate(urlOf(null), { replace: true, preventScrollReset: true })}
        onRetry={retry}
      />
    </>
  );
}
