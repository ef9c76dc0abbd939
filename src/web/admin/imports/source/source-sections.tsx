import type { ReactNode } from 'react';
import { Panel } from '../../kit/screen/panel.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { PublishFields } from './publish-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { RulesDraft } from './rules-draft.ts';
import type { SourceDraft } from './source-draft.ts';

interface SourceSectionsProps {
  draft: SourceDraft;
  onChange: (changes: Partial<SourceDraft>) => void;
}

function Folded({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <details className="group overflow-clip rounded-2xl border border-line bg-surface">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-baseline gap-x-3 px-4.5 py-3.5 hover:bg-raised">
        <h2 className="text-base">{title}</h2>
        <span className="text-sm text-muted">{hint}</span>
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  );
}

/** Policies, publishing and rules of a source. */
export function SourceSections({ draft, onChange }: SourceSectionsProps) {
  const changeRules = (changes: Partial<RulesDraft>) => onChange({ rules: { ...draft.rules, ...changes } });
  return (
    <>
      <Panel title="What an import may do">
        <PolicyFields policies={draft.policies} onChange={(policies) => onChange({ policies })} />
      </Panel>
      <Panel title="Publishing">
        <PublishFields rules={draft.rules} onChange={changeRules} />
      </Panel>
      <Folded title="Rules" hint="Categories, tags, titles, network and records">
        <RuleFields rules={draft.rules} onChange={changeRules} />
      </Folded>
    </>
  );
}
