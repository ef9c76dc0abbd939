import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditEntity } from '#contract/values/audit.ts';

const buttonStyle = 'btn h-9 rounded-[9px] px-3 text-[13.5px] max-md:h-10';

interface RowButtonProps {
  children: ReactNode;
  /** The accessible name, which includes the record it acts on. */
  label: string;
  danger?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** Disables the button and explains why. */
  disabledReason?: string | undefined;
  onClick: () => void;
}

export function RowButton(props: RowButtonProps) {
  const { children, label, danger = false, disabled = false, busy = false, disabledReason, onClick } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={disabledReason}
      disabled={disabled || busy || disabledReason !== undefined}
      aria-busy={busy}
      onClick={onClick}
      className={`${buttonStyle} ${danger ? 'border-danger/40 text-danger hover:bg-raised' : 'btn-quiet'}`}
    >
      {children}
    </button>
  );
}

export function RowLink({ children, label, to }: { children: ReactNode; label: string; to: string }) {
  return (
    <Link to={to} aria-label={label} className={`${buttonStyle} btn-quiet`}>
      {children}
    </Link>
  );
}

interface RowActionsProps {
  name: string;
  /** Adds a link to the history of this record. */
  history?: { entity: AuditEntity; id: string };
  onEdit: () => void;
  onDelete: () => void;
}

export function RowActions({ name, history, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-2">
      {history && (
        <RowLink label={`History of ${name}`} to={`/admin/history/${history.entity}/${history.id}`}>
          History
        </RowLink>
      )}
      <RowButton label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </RowButton>
      <RowButton label={`Delete ${name}`} danger onClick={onDelete}>
        Delete
      </RowButton>
    </div>
  );
}
