export function ListError({ message }: { message: string }) {
  return (
    <p role="alert" className="py-10 text-center font-medium text-danger">
      {message}
    </p>
  );
}
