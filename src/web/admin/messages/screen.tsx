import { mailStatuses } from '#contract/values/mail-statuses.ts';
import { useAction } from '../kit/feedback/use-action.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { loadMessages, retryMessage } from '../kit/records/message.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { messageColumns } from './message-columns.tsx';

const nothing = { messages: [], next: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const status = mailStatuses.find((each) => each === searchParams.get('status')) ?? '';
  const query = { before: searchParams.get('before') ?? '', status } as const;
  return loadWithFallback(loadMessages(query), nothing, 'Failed to fetch mail');
};

export default function Messages({ loaderData: { data, problem } }: Route.ComponentProps) {
  const run = useAction('The email could not be sent again.');
  return (
    <>
      <ScreenHead title="Mail">
        <FilterSelect name="status" label="Show" options={mailStatuses} />
      </ScreenHead>
      <DataTable
        label="Mail"
        columns={messageColumns((message) => void run(retryMessage(message), 'The email will be sent again.'))}
        rows={data.messages}
        problem={problem}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No mail">
            Emails to people who submit a website, and to admins about their accounts, appear here.
          </Empty>
        }
      />
      <OlderLink next={data.next} />
    </>
  );
}
