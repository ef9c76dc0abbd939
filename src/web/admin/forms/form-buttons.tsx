interface FormButtonsProps {
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

export function FormButtons({ submit, busy, onCancel }: FormButtonsProps) {
  return (
    <div className="mt-2 flex justify-end gap-2.5">
      <button type="button" className="btn btn-quiet" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
        {submit}
      </button>
    </div>
  );
}
