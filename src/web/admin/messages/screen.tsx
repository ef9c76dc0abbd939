import { useNavigate, useSearchParams } from 'react-router';
import { mailStatuses } from '#contract/values/mail-statuses.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { searchOf } from '../kit/lists/list-url.ts';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { SearchField } from '../kit/lists/search-field.tsx';
import { loadMessage, loadMessages, type Message, retryMessage } from '../kit/records/message.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { messageColumns } from './message-columns.tsx';
import { MessageDialog } from './message-dialog.tsx';

const nothing = { messages: [], next: null };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const { searchParams } = url;
  const status = mailStatuses.find((each) => each === searchParams.get('status')) ?? '';
  const query = { before: searchParams.get('before') ?? '', status, search: searchOf(url) } as const;
  const openId = searchParams.get('open');
  const [list, opened] = await Promise.all([
    loadWithFallback(loadMessages(query), nothing, 'Failed to fetch mail'),
    loadWithFallback(openId ? loadMessage(openId) : Promise.resolve(null), null, 'Failed to fetch the email'),
  ]);
  return { list, opened };
};

export default function Messages({ loaderData: { list, opened } }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const { run, busy } = useSingleAction('The email could not be sent again.');
  const retry = (message: Message) =>
    void run(
      () => retryMessage(message),
      () => 'The email will be sent again.',
    );
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
