import { useRevalidator } from 'react-router';
import type { MailRecord } from '#contract/outbox.ts';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage, loadOr } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

const statuses = ['waiting', 'sent', 'failed'] as const;
const nothing = { success: true as const, mails: [], next: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const status = statuses.find((each) => each === searchParams.get('status')) ?? '';
  const query = { before: searchParams.get('before') ?? '', status } as const;
  return loadOr(adminClient.getOutbox({ query }), nothing, 'Failed to fetch mail');
};

const columns = (onRetry: (mail: MailRecord) => void): Column<MailRecord>[] => [
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

export default function Mail({ loaderData: { data, problem } }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const retry = async ({ _id }: MailRecord) => {
    try {
      await adminClient.retryMail({ params: { id: _id } });
      notify('The mail will be sent again.');
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'The mail could not be sent again.'));
    }
    await revalidator.revalidate();
  };
  return (
    <>
      <ScreenHead title="Mail">
        <FilterSelect name="status" label="Show" options={statuses} />
      </ScreenHead>
      <Problem message={problem} />
      <DataTable
        label="Mail"
        columns={columns((mail) => void retry(mail))}
        rows={data.mails}
        keyOf={({ _id }) => _id}
        empty={<Empty title="No mail">Letters to those who submit a website stand here.</Empty>}
      />
      <OlderLink next={data.next} />
    </>
  );
}
