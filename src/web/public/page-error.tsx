import { ListError } from './lists/list-error.tsx';

/** A page whose data never arrived. */
export function PageError() {
  return (
    <main className="wrap py-16">
      <title>Failed to fetch data</title>
      <ListError message="Failed to fetch data" />
    </main>
  );
}
