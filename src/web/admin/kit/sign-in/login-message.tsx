export interface Message {
  text: string;
  failed: boolean;
}

export function LoginMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="alert" className={`font-medium ${message?.failed ? 'text-danger' : 'text-accent'} empty:hidden`}>
      {message?.text}
    </p>
  );
}
