export function EmptyList({ children = 'No videos found.' }: { children?: string }) {
  return <p className="py-16 text-center text-muted">{children}</p>;
}
