import { useRevalidator } from 'react-router';
import type { MailRecord } from '#contract/outbox.ts';
import { type MailStatus, mailStatuses } from '#contract/values/mail-statuses.ts';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { type WithId, withId } from '../kit/records/record.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage, loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

const nothing = { messages: [], next: null };

type Message = WithId<MailRecord>;

const loadMessages = async (query: { before: string; status: MailStatus | '' }) => {
  const { mails, next } = await adminClient.getOutbox({ query });
  return { messages: mails.map(withId), next };
};

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const status = mailStatuses.find((each) => each === searchParams.get('status')) ?? '';
  const query = { before: searchParams.get('before') ?? '', status } as const;
  return loadWithFallback(loadMessages(query), nothing, 'Failed to fetch mail');
};

const columns = (onRetry: (message: Message) => void): Column<Message>[] => [
  {
    id: 'created',
    header: 'When',
    meta: { className: 'text-muted whitespace-nowrap' },
    cell: ({ row }) => momentLabel(row.original.createdAt),
  },
  {
    id: 'recipient',
    header: 'To',
    meta: { className: '[overflow-wrap:anywhere]' },
    cell: ({ row }) => row.original.recipient,
  },
  {
    id: 'subject',
    header: 'Subject',
    meta: { className: 'font-medium [overflow-wrap:anywhere]' },
    cell: ({ row }) => row.original.subject,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={original.status === 'failed' ? 'danger' : original.status === 'sent' ? 'accent' : 'quiet'}>
          {original.status}
        </Badge>
        {original.lastError && (
          <span className="text-[13px] [overflow-wrap:anywhere] text-muted">{original.lastError}</span>
        )}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) =>
      original.status === 'failed' && (
        <RowButton label={`Send “${original.subject}” again`} onClick={() => onRetry(original)}>
          Send again
        </RowButton>
      ),
  },
];

export default function Messages({ loaderData: { data, problem } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const retry = async ({ id }: Message) => {
    try {
      await adminClient.retryMail({ params: { id } });
      notify('The email will be sent again.');
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'The email could not be sent again.'));
    }
    await revalidator.revalidate();
  };
  return (
    <>
      <ScreenHead title="Mail">
        <FilterSelect name="status" label="Show" options={mailStatuses} />
      </ScreenHead>
      <Problem message={problem} />
      <DataTable
        label="Mail"
        columns={columns((message) => void retry(message))}
        rows={data.messages}
        keyOf={({ id }) => id}
        empty={<Empty title="No mail">Emails to people who submit a website appear here.</Empty>}
      />
      <OlderLink next={data.next} />
    </>
  );
}
