/** A form's field as text. */
export const formText = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
