import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { tokenLimits } from '#contract/values/token-scopes.ts';
import { TokenList } from '../../kit/lists/token-list.tsx';
import { revokeToken, type Token } from '../../kit/records/token.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { RowButton } from '../../kit/table/row-actions.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

export function TokensPanel({ tokens }: { tokens: Token[] }) {
  const { revalidate } = useRevalidator();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const show = async (token: string) => {
    setMaking(false);
    setMade(token);
    await revalidate();
  };
  return (
    <Panel
      title="API tokens"
      aside={
        <RowButton
          label="Make a token"
          disabled={tokens.length >= tokenLimits.perAdmin}
          onClick={() => setMaking(true)}
        >
          Make a token
        </RowButton>
      }
    >
      {tokens.length === 0 && (
        <p className="px-4.5 py-3 text-sm text-muted">
          With a token, your scripts call the API as you, and a partner can send posts as drafts.
        </p>
      )}
      <TokenList label="API tokens" tokens={tokens} onRevoke={revokeToken} />
      {making && <TokenDialog onClose={() => setMaking(false)} onMade={show} />}
      <NewTokenDialog token={made} onClose={() => setMade(undefined)} />
    </Panel>
  );
}
