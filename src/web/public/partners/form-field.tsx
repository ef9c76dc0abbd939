import { type ComponentProps, useId } from 'react';

interface FieldProps {
  label: string;
  name: string;
  /** What is wrong with the value, shown below the field. */
  error?: string | undefined;
  /** Id of a message elsewhere that says what is wrong. */
  errorId?: string | undefined;
}

type FormFieldProps =
  | (FieldProps & { multiline?: false } & Omit<ComponentProps<'input'>, 'name'>)
  | (FieldProps & { multiline: true } & Omit<ComponentProps<'textarea'>, 'name'>);

const inputStyle =
  'field font-normal file:mr-3 file:rounded-lg file:border-0 file:bg-raised file:px-3 file:py-1 file:text-text';

export function FormField({ label, error, errorId, ...field }: FormFieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : errorId;
  const shared = {
    id,
    dir: 'auto',
    className: inputStyle,
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
  };
  // The error stays outside of the label: inside, it would become part of the field's name.
  return (
    <div className="grid gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Control {...field} {...shared} />
      {error && (
        <span id={describedBy} className="text-danger">
          {error}
        </span>
      )}
    </div>
  );
}

type ControlProps =
  | ({ multiline?: false } & ComponentProps<'input'>)
  | ({ multiline: true } & ComponentProps<'textarea'>);

function Control(props: ControlProps) {
  if (props.multiline) {
    const { multiline, ...textarea } = props;
    return <textarea {...textarea} />;
  }
  const { multiline, ...input } = props;
  return <input {...input} />;
}
